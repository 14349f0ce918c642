/**
 * Invariant: every state can be reloaded, shared and gone back to; what is typed letter by letter is
 * one step back, not many.
 */
type Field = HTMLInputElement | HTMLSelectElement;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement;

const fieldsOf = (form: HTMLFormElement): Field[] => [...form.elements].filter(isField);

const isChoice = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox');

function readAddress(form: HTMLFormElement): void {
  const asked = new URLSearchParams(location.search);
  for (const field of fieldsOf(form)) {
    const value = asked.get(field.name) ?? '';
    if (isChoice(field))
      field.checked = field.type === 'radio' ? field.value === value : value !== '';
    else field.value = value;
    // A value that nobody offers any more is no filter.
    if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = '';
  }
}

function writeAddress(form: HTMLFormElement, isStep: boolean): void {
  const address = new URL(location.href);
  const data = new FormData(form);
  for (const { name } of fieldsOf(form)) {
    const value = data.get(name);
    if (typeof value === 'string' && value.trim() !== '') {
      address.searchParams.set(name, value.trim());
    } else address.searchParams.delete(name);
  }
  if (address.href === location.href) return;
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(history.state, '', address);
}

/** What was touched before this code was there counts: it is in the form already. */
export function followAddress(form: HTMLFormElement, show: () => void): void {
  if (location.search !== '') readAddress(form);
  let typed: EventTarget | null = null;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    const isTyping = target instanceof HTMLInputElement && target.type === 'search';
    writeAddress(form, !isTyping || typed !== target);
    typed = isTyping ? target : null;
    show();
  });
  addEventListener('popstate', () => {
    typed = null;
    readAddress(form);
    show();
  });
  // The press that brought this code is a step like any other.
  writeAddress(form, true);
  show();
}
