/**
 * Invariant: a name tells drawing, size and format, so that it can be cached for ever and drawn again
 * from its recipe alone.
 */
import { createHash } from 'node:crypto';

export const pictureWidths = [320, 640, 1120] as const;
/** For the row of small pictures under a large one, which stand 84 wide. */
export const thumbnailWidths = [176, 320] as const;
export const fallbackWidth = 640;
export const shareSize = { width: 1200, height: 630 } as const;

export interface PictureFile {
  readonly hash: string;
  readonly shape: number | 'share' | 'turn';
  readonly format: 'avif' | 'webp' | 'jpg';
}

const namePattern = /^([0-9a-f]{12})-(\d{2,4}|share|turn)\.(avif|webp|jpg)$/;
const linkPattern = /\/pictures\/([0-9a-f]{12}-(?:\d{2,4}|share|turn)\.(?:avif|webp|jpg))/g;

export function pictureLink({ hash, shape, format }: PictureFile): string {
  return `/pictures/${hash}-${shape}.${format}`;
}

/** @example parsePictureName('0123456789ab-640.avif')?.shape // 640 */
export function parsePictureName(name: string): PictureFile | null {
  const [, hash, shape, format] = namePattern.exec(name) ?? [];
  if (hash === undefined || shape === undefined) return null;
  if (format !== 'avif' && format !== 'webp' && format !== 'jpg') return null;
  return { hash, shape: shape === 'share' || shape === 'turn' ? shape : Number(shape), format };
}

/** The names of all pictures that a page or payload asks for. */
export function pictureNamesIn(text: string): string[] {
  return [...text.matchAll(linkPattern)].map((match) => match[1] ?? '');
}

/** `code` stands for the drawing code: another hand draws another picture. */
export function recipeHash(recipe: unknown, code: string): string {
  return createHash('sha256')
    .update(JSON.stringify([recipe, code]))
    .digest('hex')
    .slice(0, 12);
}
