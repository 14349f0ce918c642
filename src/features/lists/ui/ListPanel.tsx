import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { drawOf } from '../model/published-draw.ts';
import {
  $listPages,
  $listPlaces,
  placeOn,
  readList,
  readPlaces,
  type ListPage,
  type ListPlace,
} from '../store/lists.ts';
import { $session } from '#features/account/store/session.ts';
import { useNow } from './use-now.ts';
import { latePart } from '#ui/react/late-part.tsx';
import styles from './lists.module.css';

const DrawCheck = latePart({
  load: () => import('./DrawCheck.tsx').then((code) => code.DrawCheck),
  waiting: <Skeleton lines={4} label="Loading the draw" />,
});

/** These are of those who are signed in alone. */
const PlaceWords = latePart({
  load: () => import('./PlaceWords.tsx').then((code) => code.PlaceWords),
  waiting: <Skeleton lines={1} label="Loading your place" />,
});

const OfferCard = latePart({
  load: () => import('./OfferCard.tsx').then((code) => code.OfferCard),
  waiting: <Skeleton lines={2} label="Loading the offer" />,
});
const WishForm = latePart({
  load: () => import('./WishForm.tsx').then((code) => code.WishForm),
  waiting: <Skeleton lines={4} label="Loading your choices" />,
});

type Props = {
  readonly listId: string;
  /** Where the goods of this list have their page. */
  readonly path: string | null;
  /** What was pressed before this was here. */
  readonly wanted: string | null;
};
type Shown = 'none' | 'wishes' | 'check';

export function ListPanel({ listId, path, wanted }: Props) {
  const page = useStore($listPages)[listId];
  if (page?.status === 'failed') {
    return <Failed message={page.message} again={() => readList(listId)} />;
  }
  if (page?.status !== 'ready') return <Skeleton lines={2} label="Loading the list" />;
  return <ReadyPanel page={page.value} path={path} wanted={wanted} />;
}

type FailedProps = { readonly message: string; readonly again: () => Promise<void> };

function Failed({ message, again }: FailedProps) {
  return (
    <p className={styles['failed']} role="alert">
      {message}{' '}
      <Button size="small" onClick={() => void again()}>
        Try again
      </Button>
    </p>
  );
}

function ReadyPanel({ page, path, wanted }: { page: ListPage } & Omit<Props, 'listId'>) {
  const session = useStore($session);
  const places = useStore($listPlaces);
  const { list } = page;
  const place = placeOn(places, list.id);
  const isSignedIn = session.status === 'signed-in';
  const opensWith = wanted === 'check' ? 'check' : wanted === 'enter' ? 'wishes' : 'none';
  const [shown, setShown] = useState<Shown>(opensWith);
  // Once begun, wishes stay in sight when the session ends under them; whoever signs out closes them.
  const [isBegun, setBegun] = useState(false);
  const isReady = shown === 'wishes' && isSignedIn && places?.status === 'ready';
  if (isReady && !isBegun) setBegun(true);
  const isKept = isBegun && (isSignedIn || (session.status === 'signed-out' && session.wasLost));
  const close = () => {
    setShown('none');
    setBegun(false);
  };
  const askToEnter = () => {
    setShown('wishes');
    if (!isSignedIn) openAuth({ reason: 'list' });
  };
  return (
    <div className={styles['panel']}>
      {isSignedIn && places?.status === 'loading' && (
        <Skeleton lines={1} label="Loading your place" />
      )}
      {isSignedIn && places?.status === 'failed' && (
        <Failed message={places.message} again={readPlaces} />
      )}
      {place !== null && <PlaceWords place={place} page={page} />}
      {place?.offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} path={path} />
      ))}
      <Keys page={page} place={place} onEnter={askToEnter} onCheck={() => setShown('check')} />
      {/* Not inside the part of the page that holds the list: its styles would reach in. */}
      {createPortal(
        <>
          {/* Signing in lies above; what was asked for comes back afterwards. */}
          <Dialog
            open={shown === 'wishes' && (isReady || isKept)}
            title={`${place === null ? list.key : 'Your choices'}: ${page.productTitle}`}
            onClose={close}
          >
            <WishForm page={page} place={place} path={path} onDone={close} />
          </Dialog>
          <Dialog open={shown === 'check'} title="Check this draw yourself" wide onClose={close}>
            <DrawCheck page={page} place={place} />
          </Dialog>
        </>,
        document.body,
      )}
    </div>
  );
}

type KeysProps = {
  readonly page: ListPage;
  readonly place: ListPlace | null;
  readonly onEnter: () => void;
  readonly onCheck: () => void;
};

function Keys({ page: { list }, place, onEnter, onCheck }: KeysProps) {
  const now = useNow();
  const hasOpened = list.opens_at === null || Date.parse(list.opens_at) <= now;
  const hasClosed = list.closes_at !== null && Date.parse(list.closes_at) <= now;
  const draw = drawOf(list);
  const isOpen = list.status === 'open' && hasOpened && !hasClosed;
  return (
    <div className={styles['keys']}>
      {isOpen && (
        <Button look={place === null ? 'primary' : 'plain'} size="small" onClick={onEnter}>
          {place === null ? list.key : 'Change or leave'}
        </Button>
      )}
      {draw !== null && (
        <Button size="small" onClick={onCheck}>
          {draw.ranking === null ? 'Check the list of entries' : 'Verify this draw'}
        </Button>
      )}
    </div>
  );
}
