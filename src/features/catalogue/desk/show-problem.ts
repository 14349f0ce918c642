/** What is folded around a place can't be gone to. */
function unfold(place: Element): void {
  for (
    let around = place.closest('details');
    around !== null;
    around = around.parentElement?.closest('details') ?? null
  )
    around.open = true;
}

/**
 * Brings whoever reads a problem to where it is mended. The name is a column of the product, a kind of
 * part, or a part and its id.
 */
export function showProblem(field: string): void {
  const name = CSS.escape(field.split(' ').at(-1) ?? '');
  const place = document.querySelector(`[data-part="${name}"], [data-field="${name}"]`);
  if (!place) return;
  const control =
    place.querySelector<HTMLElement>(
      'input:not([type="file"], [type="color"]), textarea, select',
    ) ?? place.querySelector<HTMLElement>('button, input');
  unfold(control ?? place);
  control?.focus({ preventScroll: true });
  (control ?? place).scrollIntoView({ block: 'center' });
}

/** Brings a section of the form to the top, opened, and the keyboard with it. */
export function showPart(name: string): void {
  const place = document.querySelector<HTMLElement>(`section[aria-label="${CSS.escape(name)}"]`);
  if (!place) return;
  unfold(place.querySelector(':scope > details') ?? place);
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'start' });
}
