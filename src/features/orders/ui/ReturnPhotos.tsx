import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import type { Photo } from '../api/returns.ts';
import type { OrderReturn } from '../model/returns.ts';
import { readPhotos } from '../store/returns.ts';
import { PhotoRow } from './PhotoRow.tsx';

type Props = {
  readonly number: string;
  readonly given: Pick<OrderReturn, 'id' | 'photo_count'>;
};

type Shown = 'none' | 'reading' | 'failed' | readonly Photo[];

/** What a customer showed of a fault: read when somebody wants to see it. */
export function ReturnPhotos({ number, given: { id, photo_count: photoCount } }: Props) {
  const [shown, setShown] = useState<Shown>('none');
  if (photoCount === 0) return null;
  const isRead = typeof shown === 'object' && shown.length >= photoCount;
  if (isRead) return <PhotoRow photos={shown} />;
  const read = async () => {
    setShown('reading');
    setShown((await readPhotos(number, id)) ?? 'failed');
  };
  return (
    <p>
      <Button
        size="small"
        look="quiet"
        flush
        pending={shown === 'reading'}
        onClick={() => void read()}
      >
        {photoCount === 1 ? 'Show the photograph' : `Show ${photoCount} photographs`}
      </Button>
      {shown === 'failed' && <span role="alert"> They could not be loaded. Try again.</span>}
    </p>
  );
}
