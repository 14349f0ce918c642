import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import styles from '#ui/styles/desk.module.css';
import { fileName, type MediaPicture } from '../../model/media.ts';
import { mediaToChoose } from '../../store/desk-media.ts';
import { takeFromLibrary } from '../take-picture.ts';
import own from './media.module.css';
import { MediaSearch } from './MediaSearch.tsx';
import { Thumbnail } from './Thumbnail.tsx';

type Props = { readonly productId: string; readonly onClose: () => void };

/** A file of the shop becomes a picture of the open product: a copy, with a text of its own. */
export function MediaChooser({ productId, onClose }: Props) {
  const { status, message, pictures, links, hasMore } = useStore(mediaToChoose.$shown);
  const [problem, setProblem] = useState<string | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  useEffect(() => void mediaToChoose.ask({ search: '' }), []);
  async function choose(picture: MediaPicture) {
    setBusyId(picture.id);
    const wrong = await takeFromLibrary(picture, productId).finally(() => setBusyId(null));
    setProblem(wrong);
    if (wrong === null) onClose();
  }
  return (
    <DeskDialog open wide title="Choose from the library" unsaved={false} onClose={onClose}>
      <div className={styles['stack']}>
        <MediaSearch list={mediaToChoose} />
        {problem !== null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
        {status === 'failed' && (
          <NotRead
            title="The pictures could not be loaded"
            message={message}
            onAgain={() => void mediaToChoose.ask({})}
          />
        )}
        {status === 'loading' && pictures.length === 0 && <Skeleton picture lines={2} />}
        {status === 'ready' && pictures.length === 0 && (
          <EmptyState title="No files found">
            Pictures that someone uploads appear here; what the shop draws is no file.
          </EmptyState>
        )}
        <ul className={own['tiles']} aria-label="Files">
          {pictures.map((picture) => (
            <li key={picture.id} className={own['tile']}>
              <Thumbnail picture={picture} link={links.get(picture.path)} />
              <div className={own['words']}>
                <b className={own['name']}>{fileName(picture.path)}</b>
                <span className={styles['small']}>{picture.product || 'Unused'}</span>
                <Button
                  size="small"
                  aria-label={`Use ${fileName(picture.path)}`}
                  pending={busyId === picture.id}
                  onClick={() => void choose(picture)}
                >
                  Use
                </Button>
              </div>
            </li>
          ))}
        </ul>
        {hasMore && <Button onClick={() => void mediaToChoose.more()}>Show more</Button>}
      </div>
    </DeskDialog>
  );
}
