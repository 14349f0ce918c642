import { useEffect, useRef, useState } from 'react';
import { useStore } from '@nanostores/react';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { $session } from '#features/account/store/session.ts';
import { $goods, wantGoods } from '#features/cart/store/goods.ts';
import { addLines, currentCart, removeLine, setQuantity } from '#features/cart/store/cart.ts';
import { lineKey, type KeptLine } from '#features/cart/model/cart-line.ts';
import { routes } from '#routes.ts';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { Toasts, type Toast } from '#ui/react/Toasts.tsx';
import { useMore } from '#ui/react/use-more.tsx';
import { useNow } from '#ui/react/use-now.ts';
import { mostWishes, wishKey, type Wish } from '../model/wish.ts';
import { wishStanding, wishWords } from '../model/wish-standing.ts';
import { isKeptForGood, readBox } from '../store/wish-box.ts';
import { $wishCopy, tryAgain } from '../store/saved-wishes.ts';
import { $wishFacts, askFactsAgain, wantFacts } from '../store/wish-facts.ts';
import { $wishes, dropWishes, noteGone, putBack } from '../store/wishes.ts';
import { WishCard } from './WishCard.tsx';
import styles from './wishes.module.css';

/** What somebody keeps for later, with or without an account. It is there before the shop has answered. */
export function WishesIsland() {
  return (
    <IslandBoundary label="your list">
      <output className={styles['status']}>
        <CopyNotice />
      </output>
      <Wishes />
    </IslandBoundary>
  );
}

const step = 24;
const minuteMs = 60_000;

/** Both the lines that a press added and what was there before, to take it back. */
function addToCart(lines: readonly KeptLine[]): () => void {
  const before = new Map(currentCart().lines.map((line) => [lineKey(line), line.quantity]));
  addLines(lines);
  return () => {
    for (const line of lines) {
      const quantity = before.get(lineKey(line));
      if (quantity === undefined) removeLine(line);
      else setQuantity(line, quantity);
    }
  };
}

function Wishes() {
  const wishes = useStore($wishes);
  const goods = useStore($goods);
  const facts = useStore($wishFacts);
  const copy = useStore($wishCopy);
  const isWaited = copy.status === 'asking' || copy.status === 'unknown';
  const now = useNow(minuteMs);
  const list = useRef<HTMLUListElement>(null);
  const [toast, setToast] = useState<Toast | null>(null);
  const { shown, more } = useMore(wishes, step, 'kept items');

  useEffect(() => {
    wantGoods(shown.map(({ path }) => path));
    wantFacts(shown);
  }, [shown]);
  const told = facts.status === 'loading' ? null : facts.facts;
  useEffect(() => {
    // Before the account's own list is here this one may hold what was removed elsewhere.
    if (facts.status !== 'ready' || isWaited) return;
    const isGone = (wish: Wish) => {
      const known = goods[wish.path ?? ''];
      return known !== undefined && wishStanding(wish, known, facts.facts, Date.now()).isGone;
    };
    noteGone(shown.filter(isGone));
  }, [shown, goods, facts, isWaited]);

  const undoable = (text: string, undo: () => void) =>
    setToast({ id: text, text, action: { label: 'Undo', act: () => (undo(), setToast(null)) } });
  const titleOf = (wish: Wish) => wishWords(wish, goods[wish.path ?? '']).title;
  const remove = (wish: Wish) => {
    dropWishes([wish]);
    list.current?.focus();
    undoable(`${titleOf(wish)} was removed.`, () => putBack([wish]));
  };
  const move = (wish: Wish, lines: readonly KeptLine[]) => {
    const takeOut = addToCart(lines);
    dropWishes([wish]);
    list.current?.focus();
    undoable(`${titleOf(wish)} is in your cart.`, () => {
      takeOut();
      putBack([wish]);
    });
  };
  return (
    <>
      {wishes.length === 0 &&
        (isWaited ? <Skeleton lines={6} label="Loading your list" /> : <Empty />)}
      <output className={styles['status']}>
        {facts.status === 'failed' && wishes.length > 0 && (
          <Notice
            tone="caution"
            title="The shop can’t be reached, so prices and stock may have changed"
          >
            <Button size="small" onClick={askFactsAgain}>
              Try again
            </Button>
          </Notice>
        )}
      </output>
      <ul ref={list} className={styles['list']} tabIndex={-1}>
        {shown.map((wish) => (
          <WishCard
            key={wishKey(wish)}
            wish={wish}
            goods={wish.path === null ? 'missing' : goods[wish.path]}
            told={told}
            now={now}
            onRemove={() => remove(wish)}
            onMove={(lines) => move(wish, lines)}
          />
        ))}
      </ul>
      {more}
      <Toasts toasts={toast === null ? [] : [toast]} onDismiss={() => setToast(null)} />
    </>
  );
}

function Empty() {
  return (
    <EmptyState
      title="Nothing kept yet"
      actions={
        <>
          <ButtonLink look="primary" href={routes.home}>
            See what’s on sale now
          </ButtonLink>
          <ButtonLink href={routes.artisans}>Artisans</ButtonLink>
        </>
      }
    >
      Press “Keep for later”, the key with the heart, on any product. It appears here with its
      price, its stock and the days left to buy it.
    </EmptyState>
  );
}

function CopyNotice() {
  const copy = useStore($wishCopy);
  const session = useStore($session);
  const wishes = useStore($wishes);
  if (copy.status === 'full') {
    return (
      <Notice tone="caution" title={`Your account keeps ${mostWishes} items at most`}>
        <p>The others are kept in this browser alone. Remove some to make room.</p>
      </Notice>
    );
  }
  if (copy.status === 'waiting') {
    return (
      <Notice tone="caution" title="Your list can’t be loaded or saved at the moment">
        <p>
          This is what this browser keeps. We’ll save it to your account when the shop can be
          reached.
        </p>
        <Button size="small" onClick={tryAgain}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!isKeptForGood() && wishes.length > 0) {
    return (
      <Notice tone="caution" title="Your list can’t be saved in this browser">
        <p>Its storage is full or blocked. Your list lasts until you leave this page.</p>
      </Notice>
    );
  }
  if (session.status !== 'signed-out' || wishes.length === 0) return null;
  const isOwned = readBox().userId !== null;
  return (
    <div className={styles['alone']}>
      <p>
        {isOwned
          ? 'You are signed out. Changes are saved when you sign in again.'
          : 'Saved only in this browser.'}
      </p>
      <Button size="small" onClick={() => openAuth({ reason: 'account', returnTo: routes.wishes })}>
        Sign in to keep them on all devices
      </Button>
    </div>
  );
}
