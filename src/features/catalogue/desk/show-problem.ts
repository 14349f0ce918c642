/**
 * Brings whoever reads a problem to where it is mended. The name is a column of the product, a kind of
 * part, or a part and its id.
 */
export function showProblem(field: string): void {
  const name = CSS.escape(field.split(' ').at(-1) ?? '');
  const place = document.querySelector(`[data-part="${name}"], [data-field="${name}"]`);
  const control =
    place?.querySelector<HTMLElement>('input:not([type="file"]), textarea, select') ??
    place?.querySelector<HTMLElement>('button, input');
  control?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'nearest' });
}

/** Brings a part of the form to the top, and the keyboard with it. */
export function showPart(name: string): void {
  const place = document.querySelector<HTMLElement>(`section[aria-label="${CSS.escape(name)}"]`);
  if (!place) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'start' });
}
