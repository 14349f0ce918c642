const mostRemembered = 200;
const remembered = new Set<string>();

function remember(event: Event): void {
  const { target } = event;
  const value =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      ? target.value
      : target instanceof HTMLElement && target.isContentEditable
        ? target.textContent
        : '';
  if (value.trim().length < 3) return;
  remembered.delete(value);
  remembered.add(value);
  const [oldest] = remembered;
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
}

/** What visitors type must never turn up in a report, so the page has to know what it was. */
export function watchTyping(): void {
  document.addEventListener('change', remember, { capture: true, passive: true });
}

function currentFields(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=checkbox],[type=radio],[type=hidden],[type=submit],[type=button]),textarea',
  );
  return Array.from(fields, (field) => field.value);
}

/** Everything typed on this page so far, sent or not. It is used to redact and is never sent itself. */
export function typedValues(): string[] {
  return [...new Set([...currentFields(), ...remembered])].filter((value) => value.trim() !== '');
}
