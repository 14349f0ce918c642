// chunk: lists
import { createRoot } from 'react-dom/client';
import { countWords } from '../model/list-words.ts';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { mountAuthModal } from '#features/account/ui/sign-in/mount-auth-modal.tsx';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { $listPages, $listPlaces, followLists, readList } from '../store/lists.ts';
import { whenSessionKnown } from '#features/account/store/session.ts';
import { ListPanel } from './ListPanel.tsx';

const shown = new WeakSet<Element>();

function showList(host: HTMLElement, wanted: string | null): void {
  const listId = host.dataset['list'];
  if (listId === undefined || shown.has(host)) return;
  shown.add(host);
  void readList(listId);
  createRoot(host).render(
    <IslandBoundary label="this list">
      <ListPanel listId={listId} path={host.dataset['path'] ?? null} wanted={wanted} />
    </IslandBoundary>,
  );
}

async function askWho(): Promise<void> {
  const session = await whenSessionKnown();
  if (session.status !== 'signed-out') return;
  openAuth({ reason: 'list' });
  // It came along: waiting for it after this would be a round more.
  mountAuthModal();
}

let isAnswering = false;

/** The list that was turned to comes alive, and every list on which this person has a place. */
export function answerLists(): void {
  if (isAnswering) return;
  isAnswering = true;
  document.addEventListener('click', ({ target }) => {
    const key = target instanceof Element ? target.closest('[data-list] > [data-act]') : null;
    const host = key?.closest<HTMLElement>('[data-list]') ?? null;
    if (key === null || host === null) return;
    const wanted = key.getAttribute('data-act');
    showList(host, wanted);
    if (wanted === 'enter') void askWho();
  });
  followLists();
  // The count of the page was that of the build: beside what is read now it would be another one.
  const sayCounts = (pages: ReturnType<typeof $listPages.get>) => {
    for (const [listId, page] of Object.entries(pages)) {
      if (page.status !== 'ready') continue;
      const { list, choices } = page.value;
      const words = countWords({ ...list, entryCount: list.entry_count, choices });
      document.querySelector(`[data-list-count="${CSS.escape(listId)}"]`)?.replaceChildren(words);
    }
  };
  const showOwn = (places: ReturnType<typeof $listPlaces.get>) => {
    if (places?.status !== 'ready') return;
    for (const place of places.value.places) {
      const own = document.querySelector<HTMLElement>(`[data-list="${CSS.escape(place.list_id)}"]`);
      if (own !== null) showList(own, null);
    }
  };
  $listPages.subscribe(sayCounts);
  $listPlaces.subscribe(showOwn);
  addEventListener('keywright:more', () => {
    sayCounts($listPages.get());
    showOwn($listPlaces.get());
  });
}
