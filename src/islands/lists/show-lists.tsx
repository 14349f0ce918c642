import { createRoot } from 'react-dom/client';
import { IslandBoundary } from '#islands/ui/IslandBoundary.tsx';
import { ListPanel } from './ListPanel.tsx';

const shown = new WeakSet<Element>();

/** Every place of the page that stands for a list comes alive; what the page said stands until then. */
export function showLists(opening: Element | null): void {
  for (const host of document.querySelectorAll<HTMLElement>('[data-list]')) {
    const listId = host.dataset['list'];
    if (listId === undefined || shown.has(host)) continue;
    shown.add(host);
    const wanted =
      opening !== null && host.contains(opening) ? opening.getAttribute('data-act') : null;
    createRoot(host).render(
      <IslandBoundary name="this list">
        <ListPanel listId={listId} path={host.dataset['path'] ?? null} wanted={wanted} />
      </IslandBoundary>,
    );
  }
}
