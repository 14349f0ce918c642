import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import type { Order } from '../model/order.ts';
import { photosLeft, type OrderReturn } from '../model/returns.ts';
import { $unsentPhotos, sendPhotos } from '../store/returns.ts';
import { PhotoPicker } from './PhotoPicker.tsx';
import styles from './orders.module.css';

type Props = { readonly order: Order; readonly given: OrderReturn };

/** What did not get through with the report, and what its customer finds later. */
export function MorePhotos({ order, given }: Props) {
  const { photos, problem } = useStore($unsentPhotos)[given.id] ?? { photos: [], problem: null };
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    await sendPhotos(order, given.id);
    setSending(false);
  };
  return (
    <div className={`${styles['photos']} no-print`}>
      <PhotoPicker
        photos={photos}
        most={photosLeft(given)}
        onChange={(chosen) => $unsentPhotos.setKey(given.id, { photos: chosen, problem: null })}
      />
      {photos.length > 0 && (
        <p>
          <Button size="small" pending={isSending} onClick={() => void send()}>
            {photos.length === 1 ? 'Send the photograph' : `Send ${photos.length} photographs`}
          </Button>
        </p>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
    </div>
  );
}
