import { useEffect } from 'react';
import { useStore } from '@nanostores/react';
import { routes } from '#routes.ts';
import { Button } from '#ui/react/Button.tsx';
import { ButtonLink } from '#ui/react/ButtonLink.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { $sharedShelf, readSharedShelf } from '../store/shared-shelf.ts';
import type { SharedShelf } from '../model/shelf-item.ts';
import { ShelfBoard } from './ShelfBoard.tsx';
import styles from './shelf.module.css';

/** A shelf as its owner shows it to friends. */
export function SharedShelfIsland({ title }: { readonly title: string }) {
  return (
    <IslandBoundary label="the shelf">
      <div className={styles['guest']}>
        <Shown title={title} />
      </div>
    </IslandBoundary>
  );
}

function Shown({ title }: { readonly title: string }) {
  const state = useStore($sharedShelf);
  switch (state.status) {
    case 'ready':
      return <Shelf shelf={state.shelf} />;
    case 'loading':
      return (
        <>
          <h1>{title}</h1>
          <Skeleton lines={6} label="Loading the shelf" />
        </>
      );
    case 'failed':
      return (
        <>
          <h1>{title}</h1>
          <EmptyState
            title="This shelf can’t be loaded at the moment"
            actions={<Button onClick={() => void readSharedShelf()}>Try again</Button>}
          >
            The shop can’t be reached. The link still works: try again in a moment.
          </EmptyState>
        </>
      );
    case 'withdrawn':
      return (
        <>
          <h1>{title}</h1>
          <EmptyState
            title="This shelf is not shared any more"
            actions={
              <ButtonLink look="primary" href={routes.home}>
                See what’s on sale now
              </ButtonLink>
            }
          >
            Its owner has withdrawn the link, or a part of it is missing. Ask for a new one.
          </EmptyState>
        </>
      );
    default:
      return state satisfies never;
  }
}

function Shelf({ shelf: { name, items } }: { readonly shelf: SharedShelf }) {
  const title = `${name}’s shelf`;
  useEffect(() => {
    document.title = `${title} | Keywright`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">
        {items.length === 0
          ? 'It is empty.'
          : `${items.length === 1 ? 'One thing' : `${items.length} things`} that ${name} owns.`}
      </p>
      <ShelfBoard items={items} heading="h2" />
      <div className={styles['foot']}>
        <p className="soft">Put what you own on a shelf of your own.</p>
        <ButtonLink size="small" href={routes.ownShelf}>
          Your shelf
        </ButtonLink>
      </div>
    </>
  );
}
