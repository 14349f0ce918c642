import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { DeskGate } from '#desk-kit/gate/DeskGate.tsx';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import styles from '#ui/styles/desk.module.css';
import { mediaFilters } from '../../model/media.ts';
import { media, uploadPicture } from '../../store/desk-media.ts';
import { pictureFiles, UploadDrop, useUploads } from '../UploadDrop.tsx';
import own from './media.module.css';
import { MediaSearch } from './MediaSearch.tsx';
import { MediaTile } from './MediaTile.tsx';

/** Every picture of the shop: what it shows, where it is used, and what nobody needs any more. */
export function MediaDesk() {
  return <DeskGate name="the media desk" desk="media" renderDesk={() => <OpenDesk />} />;
}

const choices = [
  { value: 'all', label: 'All' },
  { value: 'missing', label: 'Alt text missing' },
  { value: 'unused', label: 'Unused' },
] as const;

function OpenDesk() {
  const { filter } = useStore(media.$shown);
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('show');
    void media.ask({ filter: mediaFilters.find((each) => each === asked) ?? 'all' });
  }, []);
  const uploads = useUploads(uploadPicture, () => media.ask({}));
  return (
    <div
      className={styles['stack']}
      onPaste={(event) => void uploads.take([...event.clipboardData.files])}
    >
      <div className={own['tools']}>
        <MediaSearch list={media} />
        <Segments
          legend="Show"
          value={filter === 'files' ? 'all' : filter}
          choices={choices}
          onChange={(next) => {
            history.replaceState(null, '', next === 'all' ? location.pathname : `?show=${next}`);
            void media.ask({ filter: next });
          }}
        />
      </div>
      <div className={own['upload']}>
        <UploadDrop
          uploads={uploads}
          {...pictureFiles}
          hint="Resized, without camera data, and private until a published product shows them."
        />
      </div>
      <Found />
    </div>
  );
}

function Found() {
  const { status, message, pictures, links, hasMore, filter, search } = useStore(media.$shown);
  const [isLoading, setLoading] = useState(false);
  if (status === 'failed') {
    return (
      <NotRead
        title="The pictures could not be loaded"
        message={message}
        onAgain={() => void media.ask({})}
      />
    );
  }
  if (pictures.length === 0) {
    if (status === 'loading') return <Skeleton picture lines={4} label="Loading pictures" />;
    const isNarrowed = filter !== 'all' || search !== '';
    return isNarrowed ? (
      <EmptyState title={filter === 'unused' ? 'No unused files' : 'No pictures match'}>
        {filter === 'unused' && search === ''
          ? 'Every file is shown somewhere.'
          : 'Change the search, or show all.'}
      </EmptyState>
    ) : (
      <EmptyState title="No pictures yet">
        Drop pictures above, or add them to a product.
      </EmptyState>
    );
  }
  async function more() {
    setLoading(true);
    await media.more().finally(() => setLoading(false));
  }
  return (
    <>
      <ul className={own['tiles']} aria-label="Pictures" aria-busy={status === 'loading'}>
        {pictures.map((picture) => (
          <MediaTile key={picture.id} picture={picture} link={links.get(picture.path)} />
        ))}
      </ul>
      <div className={styles['line']}>
        <output className={styles['small']}>
          {pictures.length.toLocaleString('en-GB')} {pictures.length === 1 ? 'picture' : 'pictures'}
          {hasMore && ' shown'}
        </output>
        {hasMore && (
          <Button pending={isLoading} onClick={() => void more()}>
            Show more
          </Button>
        )}
      </div>
    </>
  );
}
