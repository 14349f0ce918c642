/**
 * What a page does that the way back brings out as it was. Nobody told it what changed meanwhile: it hears
 * that anything stored may have, and whatever shows what holds now is asked to `refresh`.
 */
export function refreshOnReturn(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // Without a key, as a browser says that all was cleared.
    dispatchEvent(new StorageEvent('storage'));
    for (const element of document.querySelectorAll('*')) {
      if ('refresh' in element && typeof element.refresh === 'function') element.refresh();
    }
  });
}
