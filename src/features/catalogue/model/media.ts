/** A picture as the media desk shows it: of a product, or a file that nothing shows. */
import { listOf, numberOrNull, textOf, textOrNull } from '#shared/parsed-fields.ts';

export const mediaFilters = ['all', 'missing', 'unused'] as const;
export type MediaFilter = (typeof mediaFilters)[number] | 'files';

export interface MediaUse {
  readonly kind: string;
  readonly record: string;
  readonly title: string;
}

export interface MediaPicture {
  readonly id: string;
  /** Of the picture of a product; null for a file alone. */
  readonly imageId: string | null;
  readonly version: number | null;
  readonly path: string;
  /** Null for what the shop draws itself, and for a file that is lost. */
  readonly bucket: string | null;
  readonly bytes: number | null;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  /** By the shop itself, at each publishing. */
  readonly isDrawn: boolean;
  readonly at: string;
  readonly product: {
    readonly id: string;
    readonly title: string;
    readonly isDraft: boolean;
  } | null;
  readonly uses: readonly MediaUse[];
  readonly isUsed: boolean;
}

function parsePicture(row: Readonly<Record<string, unknown>>): MediaPicture | null {
  const [id, path] = [textOf(row['id']), textOf(row['path'])];
  if (id === '' || path === '') return null;
  const productId = textOrNull(row['product_id']);
  return {
    id,
    imageId: textOrNull(row['image_id']),
    version: numberOrNull(row['version']),
    path,
    bucket: textOrNull(row['bucket']),
    bytes: numberOrNull(row['bytes']),
    alt: textOf(row['alt']),
    width: numberOrNull(row['width']),
    height: numberOrNull(row['height']),
    isDrawn: row['is_drawn'] === true,
    at: textOf(row['at']),
    product:
      productId === null
        ? null
        : {
            id: productId,
            title: textOf(row['product']),
            isDraft: textOf(row['product_status']) === 'draft',
          },
    uses: listOf(row['uses'], (use) => ({
      kind: textOf(use['kind']),
      record: textOf(use['record']),
      title: textOf(use['title']),
    })),
    isUsed: row['is_used'] === true,
  };
}

export const parseMedia = (data: unknown): readonly MediaPicture[] | null =>
  Array.isArray(data) ? listOf(data, parsePicture) : null;

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
