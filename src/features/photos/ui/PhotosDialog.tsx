import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Failure } from '#features/account/ui/Panel.tsx';
import { Shown } from '#features/account/ui/Shown.tsx';
import { useSaving } from '#features/account/ui/saving.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { ConfirmDialog } from '#ui/react/ConfirmDialog.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { mostPhotos, nameWords, type OwnPhoto, type PhotoStatus } from '../model/photo.ts';
import { dropPhoto, ownPhotos } from '../store/own-photos.ts';
import { NewPhoto } from './NewPhoto.tsx';
import styles from './photos.module.css';

export type PhotosDialogProps = {
  readonly lineId: string;
  readonly productId: string;
  readonly title: string;
  readonly onClose: () => void;
};

/** One's photographs of a product, and a new one. */
export function PhotosDialog({ lineId, productId, title, onClose }: PhotosDialogProps) {
  return (
    <Dialog open wide title={`Your photos of ${title}`} onClose={onClose}>
      <Shown resource={ownPhotos} lines={4} label="Loading your photos">
        {({ photos, links }) => (
          <Photos
            lineId={lineId}
            photos={photos.filter((photo) => photo.product_id === productId)}
            links={links}
          />
        )}
      </Shown>
    </Dialog>
  );
}

type PhotosProps = {
  readonly lineId: string;
  readonly photos: readonly OwnPhoto[];
  readonly links: ReadonlyMap<string, string>;
};

function Photos({ lineId, photos, links }: PhotosProps) {
  const [said, setSaid] = useState('');
  const told = useRef<HTMLOutputElement>(null);
  const tell = (words: string) => {
    setSaid(words);
    told.current?.focus();
  };
  return (
    <div className={styles['photos']}>
      {photos.length > 0 && (
        <ul className={styles['own']} aria-label="Photos that you sent">
          {photos.map((photo) => (
            <Sent key={photo.id} photo={photo} link={links.get(photo.path)} onGone={tell} />
          ))}
        </ul>
      )}
      <output ref={told} tabIndex={-1} className={styles['said']}>
        {said}
      </output>
      {photos.length < mostPhotos ? (
        <NewPhoto lineId={lineId} onSent={tell} />
      ) : (
        <p className="soft">You have added {mostPhotos} photos of it. Remove one to add another.</p>
      )}
    </div>
  );
}

const states: Readonly<
  Record<
    PhotoStatus,
    { readonly tone: 'plain' | 'waiting' | 'good' | 'bad'; readonly label: string }
  >
> = {
  sending: { tone: 'bad', label: 'Not sent' },
  waiting: { tone: 'waiting', label: 'Waiting' },
  shown: { tone: 'good', label: 'Shown' },
  declined: { tone: 'bad', label: 'Declined' },
};

function stateText({ status, reason }: OwnPhoto): string {
  if (status === 'sending') return 'The picture did not arrive. Remove it and add it again.';
  if (status === 'waiting') return 'We look at it before it is shown.';
  return status === 'shown' ? 'Everyone can see it on the product’s page.' : reason;
}

type SentProps = {
  readonly photo: OwnPhoto;
  readonly link: string | undefined;
  readonly onGone: (words: string) => void;
};

function Sent({ photo, link, onGone }: SentProps) {
  const [isAsked, setAsked] = useState(false);
  const { $state } = ownPhotos;
  const state = useStore($state);
  const saving = useSaving();
  const place = state.status === 'ready' ? state.value.photos.indexOf(photo) + 1 : 1;
  const { tone, label } = states[photo.status];
  const remove = async () => {
    setAsked(false);
    if (await saving.run(() => dropPhoto(photo.id), '')) onGone('The photo was removed.');
  };
  return (
    <li>
      <div className={styles['thumbnail']}>
        {photo.status !== 'sending' && link !== undefined && (
          <a href={link} target="_blank" rel="noreferrer">
            <img
              src={link}
              alt={photo.note || 'Your photo'}
              width="160"
              height="120"
              loading="lazy"
            />
          </a>
        )}
      </div>
      <div className={styles['facts']}>
        <p>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className={styles['state']}>{stateText(photo)}</p>
        {photo.note !== '' && <p className={styles['note']}>{photo.note}</p>}
        <p className="soft">{nameWords(photo.name)}</p>
        {saving.failure !== null && <Failure failure={saving.failure} />}
        <div>
          <Button
            look="quiet"
            size="small"
            flush
            pending={saving.isPending}
            onClick={() => setAsked(true)}
          >
            Remove<span className="visually-hidden"> photo {place}</span>
          </Button>
        </div>
        <ConfirmDialog
          open={isAsked}
          title="Remove this photo?"
          verb="Remove photo"
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        >
          <p>
            {photo.status === 'shown'
              ? 'We delete it at once. The product’s page shows it until the page is published next.'
              : 'We delete it at once.'}
          </p>
        </ConfirmDialog>
      </div>
    </li>
  );
}
