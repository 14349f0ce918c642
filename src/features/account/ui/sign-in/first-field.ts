/** For the first field of a step: a dialog that opens looks for the attribute, an open one for focus. */
export function firstField(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '');
  field?.focus();
}
