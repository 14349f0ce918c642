import { useStore } from '@nanostores/react';
import { Fragment, useEffect, useState } from 'react';
import { DeskGate } from '#desk-kit/gate/DeskGate.tsx';
import { DeskTabs } from '#desk-kit/ui/DeskTabs.tsx';
import { useTab } from '#desk-kit/ui/use-tab.ts';
import { momentWords } from '#shared/date-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { askToDiscard } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import { photoTabs } from '../model/desk-tabs.ts';
import { decisions, type Decision, type DeskPhoto } from '../model/photo.ts';
import { $photos, choosePhoto, morePhotos, showPhotos, stepPhoto } from '../store/desk-photos.ts';
import { PhotoReview } from './PhotoReview.tsx';
import own from './photo-desk.module.css';

const tabs = photoTabs();

/** What customers photographed, one large picture after the other, and what is to become of each. */
export function PhotosDesk() {
  return <DeskGate name="the photos desk" desk="photos" renderDesk={() => <OpenDesk />} />;
}

function OpenDesk() {
  const [tab, show] = useTab(tabs.map(({ id }) => id));
  const of = decisions.find((each) => each === tab) ?? 'waiting';
  useEffect(() => void showPhotos(of), [of]);
  return (
    <DeskTabs label="Customers’ photos" tabs={tabs} selected={tab} onSelect={show}>
      <Found of={of} />
    </DeskTabs>
  );
}

const empty: Readonly<Record<Decision, readonly [title: string, text: string]>> = {
  waiting: [
    'No photos are waiting',
    'Customers can add photos to what was delivered to them. They appear here before anyone else sees them.',
  ],
  shown: ['No photos are shown', 'Photos that you show on the pages of products appear here.'],
  declined: [
    'No photos are declined',
    'Photos that you decline or take down appear here, with the reason.',
  ],
};

/** As `PhotoReview` hears them. */
const keys: Readonly<Record<Decision, readonly (readonly [key: string, does: string])[]>> = {
  waiting: [
    ['S', 'shows'],
    ['D', 'declines'],
  ],
  shown: [['T', 'takes down']],
  declined: [['S', 'shows']],
};

function Found({ of }: { readonly of: Decision }) {
  const { status, message, photos, links, hasMore, chosen } = useStore($photos);
  const [isLoading, setLoading] = useState(false);
  if (status === 'failed') {
    return (
      <NotRead
        title="The photos could not be loaded"
        message={message}
        onAgain={() => void showPhotos(of)}
      />
    );
  }
  if (photos.length === 0) {
    if (status === 'loading') return <Skeleton picture lines={4} label="Loading the photos" />;
    const [title, text] = empty[of];
    return <EmptyState title={title}>{text}</EmptyState>;
  }
  const photo = photos.find(({ id }) => id === chosen) ?? photos[0];
  const more = async () => {
    setLoading(true);
    await morePhotos().finally(() => setLoading(false));
  };
  return (
    <div className={own['desk']}>
      {photo && (
        <PhotoReview
          key={`${photo.id} ${photo.version}`}
          photo={photo}
          link={links.get(photo.path)}
          onStep={(step) => askToDiscard(() => stepPhoto(step))}
        />
      )}
      <div className={own['others']}>
        <ul aria-label="Photos">
          {photos.map((each) => (
            <Thumbnail
              key={each.id}
              photo={each}
              link={links.get(each.path)}
              isChosen={each === photo}
            />
          ))}
        </ul>
        {hasMore && (
          <Button size="small" pending={isLoading} onClick={() => void more()}>
            Show more
          </Button>
        )}
        <p className={styles['small']}>
          <kbd>←</kbd> <kbd>→</kbd> go through the photos
          {keys[of].map(([key, does]) => (
            <Fragment key={key}>
              , <kbd>{key}</kbd> {does}
            </Fragment>
          ))}
          .
        </p>
      </div>
    </div>
  );
}

type ThumbnailProps = {
  readonly photo: DeskPhoto;
  readonly link: string | undefined;
  readonly isChosen: boolean;
};

function Thumbnail({ photo: { id, product, sent_at: sentAt }, link, isChosen }: ThumbnailProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isChosen || undefined}
        aria-label={`${product}, ${momentWords(sentAt)}`}
        onClick={() => askToDiscard(() => choosePhoto(id))}
      >
        {link !== undefined && <img src={link} alt="" loading="lazy" decoding="async" />}
      </button>
    </li>
  );
}
