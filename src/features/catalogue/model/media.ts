/** A picture as the media desk shows it: of a product, or a file that nothing shows. */
import type { Given } from '#shared/backend/given.ts';

export const mediaFilters = ['all', 'missing', 'unused'] as const;
export type MediaFilter = (typeof mediaFilters)[number] | 'files';

/** Without the picture of a product a file alone; without a bucket drawn by the shop, or lost. */
export type MediaPicture = Given<'list_media'>[number];
export type MediaUse = MediaPicture['uses'][number];

export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** @example sizeWords(312_400) // '312 kB' */
export function sizeWords(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** @example mediaPath('Harbour (2).JPG', 'a1b2c3d4') // 'uploads/library/harbour-2-a1b2c3d4.webp' */
export function mediaPath(name: string, id: string): string {
  const words = name
    .replace(/\.\w+$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  return `uploads/library/${words === '' ? 'picture' : words}-${id}.webp`;
}
