/**
 * Lets the browser fetch and draw the pages that a visitor turns to (`speculation-rules.ts`). One that is
 * drawn wears the look that was chosen then: another choice drops it.
 */
export function allowPagesAhead(): void {
  const root = document.documentElement;
  root.dataset['ahead'] = '';
  const drop = () => {
    delete root.dataset['ahead'];
    // A browser looks which rules hold when it draws.
    requestAnimationFrame(() => requestAnimationFrame(() => (root.dataset['ahead'] = '')));
  };
  new MutationObserver(drop).observe(root, { attributeFilter: ['data-theme'] });
}
