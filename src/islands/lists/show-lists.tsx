import { createRoot } from 'react-dom/client';
import { IslandBoundary } from '#islands/ui/IslandBoundary.tsx';
import { openAuth } from '#stores/auth-modal.ts';
import { $listPlaces, followLists, readList } from '#stores/lists.ts';
import { whenSessionKnown } from '#stores/session.ts';
import { ListPanel } from './ListPanel.tsx';

const shown = new WeakSet<Element>();

function showList(host: HTMLElement, wanted: string | null): void {
  const listId = host.dataset['list'];
  if (listId === undefined || shown.has(host)) return;
  shown.add(host);
  void readList(listId);
  createRoot(host).render(
    <IslandBoundary name="this list">
      <ListPanel listId={listId} path={host.dataset['path'] ?? null} wanted={wanted} />
    </IslandBoundary>,
  );
}

async function askWho(): Promise<void> {
  const session = await whenSessionKnown();
  if (session.status === 'signed-out') openAuth({ reason: 'list' });
}

let isFollowing = false;

/** The list that was turned to comes alive, and every list on which this person has a place. */
export function showLists(pressed: Element | null): void {
  const host = pressed?.closest<HTMLElement>('[data-list]') ?? null;
  const wanted = pressed?.getAttribute('data-act') ?? null;
  if (host !== null) showList(host, wanted);
  if (wanted === 'enter') void askWho();
  if (isFollowing) return;
  isFollowing = true;
  followLists();
  $listPlaces.subscribe((places) => {
    if (places?.status !== 'ready') return;
    for (const { listId } of places.value.places) {
      const own = document.querySelector<HTMLElement>(`[data-list="${CSS.escape(listId)}"]`);
      if (own !== null) showList(own, null);
    }
  });
}
