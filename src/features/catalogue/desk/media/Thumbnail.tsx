import { useStore } from '@nanostores/react';
import type { MediaPicture } from '../../model/media.ts';
import { $publishedPictures } from '../../store/published-pictures.ts';
import own from './media.module.css';

type Props = {
  readonly picture: MediaPicture;
  readonly link: string | undefined;
  /** Of a file whose size nobody wrote down. */
  readonly onSize?: (width: number, height: number) => void;
};

/** A file as it is; of what the shop draws, what shoppers see. */
export function Thumbnail({ picture, link, onSize }: Props) {
  const published = useStore($publishedPictures);
  const src = link ?? published?.get(picture.image_id ?? '');
  return (
    <div className={own['thumbnail']}>
      {src ? (
        <img
          src={src}
          alt={picture.alt}
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            onSize?.(naturalWidth, naturalHeight)
          }
        />
      ) : (
        published !== null && (
          <span>{picture.is_drawn ? 'Drawn at the next publishing' : 'File missing'}</span>
        )
      )}
    </div>
  );
}
