/** Brings what is chosen into sight of a row that is scrolled sideways, and leaves the page where it is. */
export function showWithin(row: HTMLElement | null, chosen: string): void {
  const one = row?.querySelector<HTMLElement>(chosen);
  if (!row || !one) return;
  const [around, box] = [row.getBoundingClientRect(), one.getBoundingClientRect()];
  if (box.left < around.left || box.right > around.right)
    row.scrollLeft += box.left - around.left - (around.width - box.width) / 2;
}
