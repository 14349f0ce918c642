import { useEffect, useRef, useState } from 'react';
import { isRecord } from '#desk-kit/model/desk-row.ts';
import { latePart } from '#ui/react/late-part.tsx';
import type { MediaPicture } from '../../model/media.ts';
import type { DrawnThumbnailProps } from './DrawnThumbnail.tsx';
import own from './media.module.css';

type Props = {
  readonly picture: MediaPicture;
  readonly link: string | undefined;
  /** Of a file whose size nobody wrote down. */
  readonly onSize?: (width: number, height: number) => void;
};

const nearby = '300px';

const LateDrawing = latePart<DrawnThumbnailProps>({
  load: () => import('./DrawnThumbnail.tsx').then((code) => code.DrawnThumbnail),
  waiting: null,
});

/** What the shop draws is drawn once it comes near the window. */
export function Thumbnail({ picture, link, onSize }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const { render, alt } = picture;
  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const watching = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: nearby },
    );
    watching.observe(host);
    return () => watching.disconnect();
  }, []);
  return (
    <div ref={place} className={own['thumbnail']}>
      {link ? (
        <img
          src={link}
          alt={alt}
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            onSize?.(naturalWidth, naturalHeight)
          }
        />
      ) : isRecord(render) ? (
        isNear && <LateDrawing picture={picture} render={render} />
      ) : (
        <span>File missing</span>
      )}
    </div>
  );
}
