import { useEffect, useState } from 'react';
import type { Photo } from '../api/returns.ts';
import styles from './orders.module.css';

type Props = {
  readonly photos: readonly Photo[];
  readonly onRemove?: (id: string) => void;
};

export function PhotoRow({ photos, onRemove }: Props) {
  return (
    <ul className={styles['photoRow']}>
      {photos.map(({ id, jpeg }, index) => (
        <li key={id}>
          <Thumbnail jpeg={jpeg} alt={`Photograph ${index + 1}`} />
          {onRemove && (
            <button
              type="button"
              aria-label={`Remove photograph ${index + 1}`}
              onClick={() => onRemove(id)}
            >
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ jpeg, alt }: { readonly jpeg: Blob; readonly alt: string }) {
  const [url] = useState(() => URL.createObjectURL(jpeg));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={alt} width={96} height={96} />
    </a>
  );
}
