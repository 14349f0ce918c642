import { useEffect, useState } from 'react';
import type { MediaPicture } from '../../model/media.ts';
import { drawnPicture } from './drawn-picture.ts';

export type DrawnThumbnailProps = {
  readonly picture: MediaPicture;
  readonly render: object;
};

/** A picture that the shop draws, once its turn has come. */
export function DrawnThumbnail({ picture: { id, version, alt }, render }: DrawnThumbnailProps) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    void drawnPicture(`${id} ${version}`, render).then((made) => isShown && setAddress(made));
    return () => {
      isShown = false;
    };
  }, [id, version, render]);
  return address && <img src={address} alt={alt} decoding="async" />;
}
