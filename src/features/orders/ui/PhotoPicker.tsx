import { useId, useState } from 'react';
import { shrinkImage } from '#shared/shrink-image.ts';
import type { Photo } from '../api/returns.ts';
import { PhotoRow } from './PhotoRow.tsx';
import styles from './orders.module.css';

const form = { longestSide: 1600, type: 'image/jpeg', quality: 0.8 } as const;
const mostBytes = 1_000_000;

type Props = {
  readonly photos: readonly Photo[];
  readonly most: number;
  readonly onChange: (photos: readonly Photo[]) => void;
};

/** Photographs to send: small, and without what a camera writes into them. */
export function PhotoPicker({ photos, most, onChange }: Props) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const hint = useId();
  const take = async (files: readonly File[]) => {
    setBusy(true);
    const taken = await Promise.all(files.slice(0, most - photos.length).map(photoOf));
    const spare = files.length - taken.length;
    setBusy(false);
    setProblems([
      ...taken.filter((each) => typeof each === 'string'),
      ...(spare > 0 ? [`Up to ${most} photographs: ${spare} more were left out.`] : []),
    ]);
    onChange([...photos, ...taken.filter((each) => typeof each !== 'string')]);
  };
  return (
    <div className={styles['photos']}>
      {photos.length > 0 && (
        <PhotoRow
          photos={photos}
          onRemove={(gone) => onChange(photos.filter(({ id }) => id !== gone))}
        />
      )}
      {photos.length < most && (
        <label className={styles['addPhotos']}>
          {isBusy ? 'Preparing…' : 'Add photographs'}
          <input
            type="file"
            multiple
            accept="image/jpeg,image/png,image/webp"
            aria-describedby={hint}
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              currentTarget.value = '';
              void take(files);
            }}
          />
        </label>
      )}
      <p id={hint} className={styles['soft']}>
        Up to {most}. Before they are sent, they are made smaller and their place and time removed.
      </p>
      {problems.length > 0 && (
        <ul role="alert" className={styles['soft']}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

async function photoOf(file: File): Promise<Photo | string> {
  const shrunk = await shrinkImage(file, form);
  if (typeof shrunk === 'string') return shrunk;
  const small = shrunk.blob.size <= mostBytes ? shrunk : await shrinkImage(file, smaller);
  return typeof small === 'string' ? small : { id: crypto.randomUUID(), jpeg: small.blob };
}

const smaller = { longestSide: 1200, type: 'image/jpeg', quality: 0.6 } as const;
