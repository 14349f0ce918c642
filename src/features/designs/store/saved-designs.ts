/**
 * Designs that are saved at the shop: the only place that keeps a guest's secrets and knows which
 * saved design is on the desk. Invariant: a secret is stored before anything else is done with it.
 */
import { atom } from 'nanostores';
import {
  claimDesigns,
  deleteDesign,
  forkDesign,
  likeDesign,
  moderateDesign,
  openDesign,
  openDesignAsGuest,
  reportDesign,
  saveDesign,
  type DesignVisibility,
  type OpenedDesign,
  type SavedDesign,
} from '../api/designs.ts';
import { readGallery, type GalleryDesign, type GalleryQuery } from '../api/design-gallery.ts';
import { backendAddress } from '#shared/backend/address.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Design } from '../model/design.ts';
import { $session, whenSessionKnown } from '#features/account/store/session.ts';
import { readKept } from '#shared/set-aside.ts';

export type { DesignVisibility, OpenedDesign, SavedDesign } from '../api/designs.ts';
export type { GalleryDesign, GalleryQuery } from '../api/design-gallery.ts';
export type DesignError = BackendError;

export interface DeskDesign {
  readonly id: string;
  readonly code: string;
  readonly version: number;
  readonly visibility: DesignVisibility;
}
/** The saved design that the desk's next save changes; null for one never saved. */
export const $deskDesign = atom<DeskDesign | null>(null);

const secretsKey = 'keywright:design-secrets';

function readSecrets(): Readonly<Record<string, string>> {
  const stored = readKept(secretsKey);
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, string>) : {};
}

function writeSecrets(secrets: Readonly<Record<string, string>>): void {
  try {
    localStorage.setItem(secretsKey, JSON.stringify(secrets));
  } catch {
    // Without storage the design stays this page's for as long as it is open.
  }
}

const pageSecrets: Record<string, string> = {};
const secretOf = (id: string): string | null => pageSecrets[id] ?? readSecrets()[id] ?? null;

/** An address may hold the short code instead of the id. */
function keepSecret(saved: SavedDesign): void {
  if (saved.secret === null) return;
  for (const key of [saved.id, saved.code]) pageSecrets[key] = saved.secret;
  writeSecrets({ ...readSecrets(), ...pageSecrets });
}

export async function saveFromDesk(
  name: string,
  visibility: DesignVisibility,
  design: Design,
): Promise<Result<SavedDesign, DesignError>> {
  const desk = $deskDesign.get();
  const secret = desk === null ? null : secretOf(desk.id);
  const answer = await saveDesign({ name, visibility, design, secret }, desk);
  if (answer.ok) {
    keepSecret(answer.value);
    const { id, code, version } = answer.value;
    $deskDesign.set({ id, code, version, visibility });
  }
  return answer;
}

export async function openSaved(
  key: string,
  signal?: AbortSignal,
): Promise<Result<OpenedDesign | null, DesignError>> {
  const { status } = await whenSessionKnown();
  const open = status === 'signed-in' ? openDesign : openDesignAsGuest;
  return open(key, secretOf(key), signal);
}

export async function copySaved(opened: OpenedDesign): Promise<Result<SavedDesign, DesignError>> {
  const { name, design } = opened;
  // A guest's private design is seen by its secret alone, which a copy by id could not show.
  const isOwnSecret = opened.visibility === 'private' && secretOf(opened.id) !== null;
  const copy = {
    name: `Copy of ${name}`,
    visibility: 'private',
    secret: null,
  } as const;
  const answer = isOwnSecret
    ? await saveDesign({ ...copy, design }, null)
    : await forkDesign(opened.id);
  if (answer.ok) keepSecret(answer.value);
  return answer;
}

/** Renames, or shows to more or fewer people. */
export async function changeSaved(
  opened: OpenedDesign,
  changes: { readonly name?: string; readonly visibility?: DesignVisibility },
): Promise<Result<SavedDesign, DesignError>> {
  const { name, visibility, design } = { ...opened, ...changes };
  return saveDesign({ name, visibility, design, secret: secretOf(opened.id) }, opened);
}

/** A page for robots that names the design's picture and sends people on. */
export const previewAddress = (code: string): string =>
  `${backendAddress.url}/functions/v1/share-image?format=page&design=${code}`;

/** Its picture for link previews; a changed design has another one. */
export const pictureAddress = (code: string, version: number): string =>
  `${backendAddress.url}/functions/v1/share-image?design=${code}&format=png&v=${version}`;

export const removeSaved = (id: string): Promise<Result<true, DesignError>> =>
  deleteDesign(id, secretOf(id));
export const like = (id: string, liked: boolean) => likeDesign(id, liked);
export const report = (id: string, reason: string) => reportDesign(id, reason);
export const moderate = (id: string, hidden: boolean, reason: string) =>
  moderateDesign(id, hidden, reason);

export function findDesigns(
  query: GalleryQuery,
  signal?: AbortSignal,
): Promise<Result<readonly GalleryDesign[], DesignError>> {
  return readGallery(query, signal);
}

/** What this browser made as a guest becomes the account's, as soon as someone is signed in. */
async function claimGuestDesigns(): Promise<void> {
  const isId = (key: string) => key.length === 36;
  const claims = Object.entries(readSecrets()).flatMap(([id, secret]) =>
    isId(id) ? [{ id, secret }] : [],
  );
  if (claims.length === 0) return;
  const answer = await claimDesigns(claims.slice(0, 200));
  if (answer.ok) writeSecrets({});
}

if ('window' in globalThis) {
  $session.subscribe(({ status }) => {
    if (status === 'signed-in') void claimGuestDesigns().catch(() => {});
  });
}
