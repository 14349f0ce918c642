/** Invariant: as of pictures, what is uploaded is nobody else's until its product is published. */
import { storeFile } from '#shared/backend/files.ts';
import { fileLink, releaseFiles, type FilePlaces } from './product-pictures.ts';

const sounds = { drafts: 'sound-drafts', open: 'product-sounds' } as const satisfies FilePlaces;

export const storeSound = (path: string, file: Blob) => storeFile(sounds.drafts, path, file);

export const releaseSounds = (productId: string, used: ReadonlySet<string>) =>
  releaseFiles(sounds, productId, used);

export const soundLink = (path: string): Promise<string> => fileLink(sounds, path);
