import { useRef, useState } from 'react';
import { useStore } from '@nanostores/react';
import { AccountGate } from '#features/account/ui/AccountGate.tsx';
import { Failure } from '#features/account/ui/Panel.tsx';
import { Shown } from '#features/account/ui/Shown.tsx';
import { useSaving } from '#features/account/ui/saving.ts';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { Toasts, type Toast } from '#ui/react/Toasts.tsx';
import { PhotosKey } from '#features/photos/ui/PhotosKey.tsx';
import type { ShelfItem } from '../model/shelf-item.ts';
import { addOrdered, delivered, dropItem, ownShelf, returnItem } from '../store/own-shelf.ts';
import type { Suggestion } from '../model/suggestion.ts';
import type { OwnShelf } from '../api/own-shelf.ts';
import { ItemDialog } from './ItemDialog.tsx';
import { ShareCard } from './ShareCard.tsx';
import { ShelfBoard } from './ShelfBoard.tsx';
import styles from './shelf.module.css';

/** What an account owns, with what fills it and what shows it to others. */
export function OwnShelfIsland() {
  return (
    <IslandBoundary label="your shelf">
      <AccountGate
        title="You are not signed in"
        why="Your shelf shows what you own: things from your orders, and what you have from elsewhere. It is private until you share it."
      >
        {() => (
          <Shown resource={ownShelf} lines={6} label="Loading your shelf">
            {(shelf) => <Shelf shelf={shelf} />}
          </Shown>
        )}
      </AccountGate>
    </IslandBoundary>
  );
}

/** Null: nothing is edited; `new`: something is added. */
type Edited = ShelfItem | 'new' | null;

function Shelf({ shelf: { items, link } }: { readonly shelf: OwnShelf }) {
  const [edited, setEdited] = useState<Edited>(null);
  const [toast, setToast] = useState<Toast | null>(null);
  const saving = useSaving();
  const heading = useRef<HTMLHeadingElement>(null);
  const putBack = (item: ShelfItem) => {
    setToast(null);
    void saving.run(() => returnItem(item), '');
  };
  const remove = async (item: ShelfItem) => {
    if (!(await saving.run(() => dropItem(item.id), ''))) return;
    heading.current?.focus();
    const action = { label: 'Undo', act: () => putBack(item) };
    setToast({ id: item.id, text: `${item.title} was removed from your shelf.`, action });
  };
  return (
    <div className={styles['own']}>
      <Suggestions items={items} onPut={() => heading.current?.focus()} />
      <section className={styles['things']} aria-labelledby="own-shelf">
        <div className={styles['head']}>
          <h2 id="own-shelf" ref={heading} tabIndex={-1}>
            {items.length === 0
              ? 'On your shelf'
              : items.length === 1
                ? '1 item'
                : `${items.length} items`}
          </h2>
          <Button onClick={() => setEdited('new')}>Add something else</Button>
        </div>
        {saving.failure !== null && <Failure failure={saving.failure} />}
        {items.length === 0 ? (
          <EmptyState title="Nothing on it yet">
            Things from your orders can be put here once they are delivered. Add boards, caps and
            sets that you have from elsewhere with “Add something else”.
          </EmptyState>
        ) : (
          <ShelfBoard
            items={items}
            heading="h3"
            renderActs={(item) => (
              <>
                <Button look="quiet" size="small" onClick={() => setEdited(item)}>
                  Edit<span className="visually-hidden">: {item.title}</span>
                </Button>
                <Button look="quiet" size="small" onClick={() => void remove(item)}>
                  Remove<span className="visually-hidden">: {item.title}</span>
                </Button>
                {item.order_line_id !== null && item.product_id !== null && (
                  <PhotosKey
                    lineId={item.order_line_id}
                    productId={item.product_id}
                    title={item.title}
                  />
                )}
              </>
            )}
          />
        )}
      </section>
      <ShareCard link={link} count={items.length} />
      {edited !== null && (
        <ItemDialog item={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      <Toasts toasts={toast === null ? [] : [toast]} onDismiss={() => setToast(null)} />
    </div>
  );
}

/** What was delivered and is not on the shelf. Silent where it can't be had: the shelf does without. */
function Suggestions({
  items,
  onPut,
}: {
  readonly items: readonly ShelfItem[];
  readonly onPut: () => void;
}) {
  const state = useStore(delivered.$state);
  const saving = useSaving();
  const put = async (things: readonly Suggestion[]) => {
    if (await saving.run(() => addOrdered(things), '')) onPut();
  };
  if (state.status !== 'ready') return null;
  const there = new Set(items.map(({ order_line_id: orderLineId }) => orderLineId));
  const waiting = state.value.filter(({ order_line_id: lineId }) => !there.has(lineId));
  if (waiting.length === 0) return null;
  return (
    <section className={styles['card']} aria-labelledby="from-orders">
      <div className={styles['head']}>
        <h2 id="from-orders">From your orders</h2>
        {waiting.length > 1 && (
          <Button look="primary" pending={saving.isPending} onClick={() => void put(waiting)}>
            Put all {waiting.length} on my shelf
          </Button>
        )}
      </div>
      {saving.failure !== null && <Failure failure={saving.failure} />}
      <ul className={styles['waiting']}>
        {waiting.slice(0, 6).map((thing) => (
          <li key={thing.order_line_id}>
            <div>
              <strong>{thing.title}</strong>
              <p className="soft">{[thing.choice, thing.since].filter(Boolean).join(', ')}</p>
            </div>
            <Button size="small" pending={saving.isPending} onClick={() => void put([thing])}>
              Put on my shelf<span className="visually-hidden">: {thing.title}</span>
            </Button>
          </li>
        ))}
      </ul>
      {waiting.length > 6 && <p className="soft">And {waiting.length - 6} more.</p>}
    </section>
  );
}
