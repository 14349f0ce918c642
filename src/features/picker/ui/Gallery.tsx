import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Select } from '#ui/react/Field.tsx';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { builtInLayouts, layoutNames } from '#drawing/keyboard-layouts/built-in.ts';
import { $gallery, $galleryQuery, askGallery, moreDesigns } from '../store/design-gallery.ts';
import { routes } from '#routes.ts';
import { StillBoard } from '#features/designs/ui/StillBoard.tsx';
import styles from './design.module.css';

const families = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'brown', 'neutral'];

if ('window' in globalThis) void askGallery({});

function Found() {
  const state = useStore($gallery);
  if (state.kind === 'loading') return <Skeleton picture lines={2} label="Loading designs" />;
  if (state.kind === 'failed')
    return (
      <Notice tone="fault" role="alert" title="The gallery could not be loaded">
        <p>{state.error.message}</p>
        <Button onClick={() => void askGallery({})}>Try again</Button>
      </Notice>
    );
  if (state.designs.length === 0)
    return (
      <EmptyState title="No designs match">
        Public designs appear here. Paint one above, or remove a filter.
      </EmptyState>
    );
  return (
    <>
      <ul className={styles['gallery']}>
        {state.designs.map(({ id, code, name, likeCount, design }) => (
          <li key={id}>
            <a href={routes.design(code)} className={styles['card']}>
              <StillBoard design={design} name={name} view="flat" id={code} />
              <span className={styles['cardName']}>{name}</span>
              {likeCount > 0 && (
                <span className="soft">
                  {likeCount} {likeCount === 1 ? 'like' : 'likes'}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {state.hasMore && <Button onClick={() => void moreDesigns()}>Show more</Button>}
    </>
  );
}

function Shelf() {
  const query = useStore($galleryQuery);
  return (
    <section className={styles['shelf']} aria-labelledby="gallery-title">
      <h2 id="gallery-title">Community designs</h2>
      <div className={styles['inline']}>
        <Segments
          legend="Sort"
          value={query.order}
          choices={[
            { value: 'newest', label: 'Newest' },
            { value: 'liked', label: 'Most liked' },
          ]}
          onChange={(order) => void askGallery({ order })}
        />
        <Select
          label="Colour"
          value={query.family ?? ''}
          onChange={({ currentTarget: { value } }) => void askGallery({ family: value || null })}
        >
          <option value="">Any</option>
          {families.map((family) => (
            <option key={family} value={family}>
              {family}
            </option>
          ))}
        </Select>
        <Select
          label="Layout"
          value={query.layout ?? ''}
          onChange={({ currentTarget: { value } }) => void askGallery({ layout: value || null })}
        >
          <option value="">Any</option>
          {layoutNames.map((name) => (
            <option key={name} value={name}>
              {String(builtInLayouts[name].meta['name'])}
            </option>
          ))}
        </Select>
      </div>
      <Found />
    </section>
  );
}

export function Gallery() {
  return (
    <IslandBoundary label="the gallery">
      <Shelf />
    </IslandBoundary>
  );
}
