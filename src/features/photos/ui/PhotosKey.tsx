import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { $session } from '#features/account/store/session.ts';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { latePart } from '#ui/react/late-part.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import type { PhotoStatus } from '../model/photo.ts';
import { ownPhotos } from '../store/own-photos.ts';
import type { PhotosDialogProps } from './PhotosDialog.tsx';

type Props = {
  /** The item that was delivered. */
  readonly lineId: string;
  readonly productId: string;
  readonly title: string;
};

const titleOf = (title: string) => `Your photos of ${title}`;

const LateDialog = latePart({
  load: () => import('./PhotosDialog.tsx').then((code) => code.PhotosDialog),
  waiting: null,
  frame: (failure, { title, onClose }: PhotosDialogProps) => (
    <Dialog open title={titleOf(title)} onClose={onClose}>
      {failure}
    </Dialog>
  ),
});

const words: Readonly<Record<PhotoStatus, string>> = {
  sending: 'not sent',
  waiting: 'waiting',
  shown: 'shown',
  declined: 'declined',
};

/** @example stateWords(['shown', 'waiting', 'shown']) // '2 shown, 1 waiting' */
function stateWords(statuses: readonly PhotoStatus[]): string {
  return Array.from(
    Map.groupBy(statuses, (status) => status),
    ([status, same]) => `${same.length} ${words[status]}`,
  ).join(', ');
}

/** The way to one's photographs of a product that was delivered, and how they stand. */
export function PhotosKey(props: Props) {
  return useStore($session).status === 'signed-in' && <Key {...props} />;
}

function Key({ lineId, productId, title }: Props) {
  const state = useStore(ownPhotos.$state);
  const [isOpen, setOpen] = useState(false);
  const key = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // While the dialog is there, nothing behind it takes the focus.
  useEffect(() => {
    if (wasOpen.current && !isOpen) key.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (state.status === 'loading') return <Skeleton lines={1} label="Loading your photos" />;
  const own =
    state.status === 'ready'
      ? state.value.photos.filter((each) => each.product_id === productId)
      : [];
  return (
    <>
      <Button ref={key} look="quiet" size="small" onClick={() => setOpen(true)}>
        {own.length === 0
          ? 'Add a photo'
          : `Your photos: ${stateWords(own.map(({ status }) => status))}`}
        <span className="visually-hidden">: {title}</span>
      </Button>
      {isOpen && (
        <LateDialog
          lineId={lineId}
          productId={productId}
          title={title}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
