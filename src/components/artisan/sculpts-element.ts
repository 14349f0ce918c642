/** Shows the colorways that fit the filters in the address. Open windows are told by the clock. */
class SculptsElement extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector('form');
    if (form === null) return;
    const asked = new URLSearchParams(location.search);
    for (const select of form.querySelectorAll('select')) {
      select.value = asked.get(select.name) ?? '';
      if (select.selectedIndex < 0) select.value = '';
    }
    for (const box of form.querySelectorAll('input')) box.checked = asked.has(box.name);
    form.addEventListener('input', () => {
      this.#remember(form);
      this.#filter(form);
    });
    if (location.search !== '') this.#filter(form);
  }

  #filter(form: HTMLFormElement) {
    const data = new FormData(form);
    const fits = (name: string, value: string | undefined) => {
      const wanted = data.get(name);
      return wanted === '' || wanted === null || wanted === value;
    };
    let count = 0;
    for (const sculpt of this.querySelectorAll<HTMLElement>('[data-sculpt]')) {
      const { sculpt: url, maker } = sculpt.dataset;
      const fitsSculpt = fits('sculpt', url) && fits('maker', maker);
      let here = 0;
      for (const colorway of sculpt.querySelectorAll<HTMLElement>('[data-colorway]')) {
        const { family, stem } = colorway.dataset;
        const isShown =
          fitsSculpt &&
          fits('colour', family) &&
          fits('stem', stem) &&
          (!data.has('open') || isOpen(colorway, Date.now()));
        colorway.hidden = !isShown;
        if (isShown) here += 1;
      }
      sculpt.hidden = here === 0;
      count += here;
    }
    const found = form.querySelector('[data-found]');
    if (found !== null) found.textContent = `${count} ${count === 1 ? 'colorway' : 'colorways'}`;
    const none = this.querySelector<HTMLElement>('[data-none]');
    if (none !== null) none.hidden = count > 0;
  }

  #remember(form: HTMLFormElement) {
    const address = new URL(location.href);
    for (const name of ['maker', 'sculpt', 'colour', 'stem', 'open']) {
      const value = new FormData(form).get(name);
      if (typeof value === 'string' && value !== '') address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    }
    history.replaceState(history.state, '', address);
  }
}

function isOpen({ dataset }: HTMLElement, now: number): boolean {
  if (dataset['open'] !== undefined) return true;
  const { opens, closes } = dataset;
  if (opens === undefined || closes === undefined) return false;
  return now >= Date.parse(opens) && now < Date.parse(closes);
}

customElements.define('keywright-sculpts', SculptsElement);
