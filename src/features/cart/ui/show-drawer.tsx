import { atom } from 'nanostores';
import { createRoot } from 'react-dom/client';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { wantGoods } from '../store/goods.ts';
import { CartDrawer } from './CartDrawer.tsx';

/** The keys of the lines that were added last; null while the drawer is closed. */
const $added = atom<readonly string[] | null>(null);

function openRoot(): void {
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(
    <IslandBoundary name="the cart’s drawer">
      <CartDrawer $added={$added} />
    </IslandBoundary>,
  );
}

let isOpened = false;

/** Called without lines when somebody only turns to a key: then everything is made ready. */
export function showDrawer(added: unknown): void {
  if (!isOpened) openRoot();
  isOpened = true;
  const place = document.querySelector<HTMLElement>('keywright-add[data-path]');
  wantGoods([place?.dataset['path'] ?? null]);
  if (Array.isArray(added)) $added.set(added.map(String));
}
