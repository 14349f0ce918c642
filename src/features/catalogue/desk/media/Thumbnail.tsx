import { useEffect, useRef, useState } from 'react';
import { isRecord } from '#desk-kit/model/desk-row.ts';
import type { MediaPicture } from '../../model/media.ts';
import { drawnPicture } from './drawn-picture.ts';
import own from './media.module.css';

type Props = {
  readonly picture: MediaPicture;
  readonly link: string | undefined;
  /** Of a file whose size nobody wrote down. */
  readonly onSize?: (width: number, height: number) => void;
};

const nearby = '300px';

/** What the shop draws is drawn once it comes near the window. */
function useDrawing(picture: MediaPicture) {
  const place = useRef<HTMLDivElement>(null);
  const [address, setAddress] = useState<string | null>(null);
  const { render, id, version } = picture;
  useEffect(() => {
    const host = place.current;
    if (!isRecord(render) || host === null) return;
    const show = async () => {
      const made = await drawnPicture(`${id} ${version}`, render);
      if (made !== null) watching.disconnect();
      setAddress(made);
    };
    const watching = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void show();
      },
      { rootMargin: nearby },
    );
    watching.observe(host);
    return () => watching.disconnect();
  }, [render, id, version]);
  return { place, address };
}

export function Thumbnail({ picture, link, onSize }: Props) {
  const { place, address } = useDrawing(picture);
  const src = link ?? address;
  return (
    <div ref={place} className={own['thumbnail']}>
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
        picture.render === null && <span>File missing</span>
      )}
    </div>
  );
}
