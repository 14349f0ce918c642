/**
 * Shows the cards that fit what is asked for, and writes it into the address. It listens from its first
 * load on, and takes over what was typed or chosen before.
 */
function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

function filter(shelves: HTMLElement, form: HTMLFormElement): void {
  const data = new FormData(form);
  const kind = textOf(data, 'kind');
  const words = textOf(data, 'q').toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const card of shelves.querySelectorAll<HTMLElement>('[data-card]')) {
    const text = card.dataset['words'] ?? '';
    const fitsKind = kind === '' || card.dataset['kind'] === kind;
    card.hidden = !fitsKind || !words.every((word) => text.includes(word));
    if (!card.hidden) count += 1;
  }
  for (const section of shelves.querySelectorAll<HTMLElement>('[data-shelf]')) {
    section.hidden = section.querySelector('[data-card]:not([hidden])') === null;
  }
  const none = shelves.querySelector<HTMLElement>('.none');
  if (none !== null) none.hidden = count > 0;
  const found = form.querySelector('.found');
  if (found !== null) found.textContent = kind === '' && words.length === 0 ? '' : `${count} shown`;
}

function remember(form: HTMLFormElement): void {
  const data = new FormData(form);
  const address = new URL(location.href);
  for (const name of ['kind', 'q']) {
    const value = textOf(data, name).trim();
    if (value === '') address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  history.replaceState(history.state, '', address);
}

export function takeOver(form: HTMLFormElement): void {
  const asked = new URLSearchParams(location.search);
  for (const input of form.querySelectorAll('input')) {
    const value = asked.get(input.name);
    if (value === null) continue;
    if (input.type === 'radio') input.checked = input.value === value;
    else input.value = value;
  }
}

const shelves = document.querySelector<HTMLElement>('keywright-shelves');
const form = shelves?.querySelector('form');
if (shelves && form) {
  takeOver(form);
  const answer = () => {
    filter(shelves, form);
    remember(form);
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', answer);
  answer();
}
