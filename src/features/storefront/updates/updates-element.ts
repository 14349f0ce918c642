import { answerLink } from '#features/updates/ui/answer-link.ts';

/** Filters the list of updates from the address, and says how old the last word about a batch is. */
const dayMs = 86_400_000;

class UpdatesElement extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector('form');
    if (form === null) return;
    const asked = new URLSearchParams(location.search);
    for (const select of form.querySelectorAll('select')) {
      select.value = asked.get(select.name) ?? '';
      if (select.selectedIndex < 0) select.value = '';
    }
    form.addEventListener('input', () => this.#filter(form));
    if (location.search) this.#filter(form);
  }

  #filter(form: HTMLFormElement) {
    const address = new URL(location.href);
    const wanted = [...form.querySelectorAll('select')].filter(({ name, value }) => {
      address.searchParams.delete(name);
      if (value) address.searchParams.set(name, value);
      return value;
    });
    history.replaceState(history.state, '', address);
    let count = 0;
    for (const update of this.querySelectorAll<HTMLElement>('[data-update]')) {
      const fits = wanted.every(({ name, value }) =>
        update.dataset[name]?.split(' ').includes(value),
      );
      update.hidden = !fits;
      if (fits) count += 1;
    }
    const words = count > 0 ? `${count} shown` : 'No updates match.';
    form.querySelector('[data-found]')?.replaceChildren(words);
  }
}

class AgeElement extends HTMLElement {
  connectedCallback() {
    const time = this.querySelector('time');
    if (time === null) return;
    const days = Math.floor((Date.now() - Date.parse(time.dateTime)) / dayMs);
    const words = days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
    time.title = time.textContent ?? '';
    time.textContent = days > 7 * Number(this.dataset['weeks']) ? `${words}, overdue` : words;
  }
}

answerLink();
customElements.define('keywright-updates', UpdatesElement);
customElements.define('keywright-age', AgeElement);
