/**
 * Measures what was not laid out yet, a part at a time while nobody waits: from then on the page is as long
 * as it will be when somebody has scrolled through it. Browsers that can't tell when that is lay out all.
 */
export function measureFarParts(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('.far')];
  const measureNext = () => {
    const part = parts.shift();
    if (!part) return;
    part.style.contentVisibility = 'visible';
    // The browser keeps the size with the frame after this one.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        part.style.contentVisibility = '';
        requestIdleCallback(measureNext);
      }),
    );
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(measureNext);
}
