/**
 * Invariant: a design is parsed as it comes back, so that one that this page doesn't understand is an error
 * and never a broken picture.
 */
import { designFault, designToJson, keptName, parseDesign } from '../model/design-json.ts';
import type { Design } from '../model/design.ts';
import { fail, succeed } from '#shared/result.ts';
import { backendAddress, type BackendAddress } from '#shared/backend/address.ts';
import type { Given } from '#shared/backend/given.ts';
import { callFunction, type Answer } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import type { Database, Json } from '#shared/backend/database.types.ts';
import { ownRefusal, toBackendError } from '#shared/backend/errors.ts';
import { withKey } from '#shared/backend/intention-key.ts';
import { request } from '#shared/backend/request.ts';

export type DesignVisibility = Database['public']['Enums']['design_visibility'];

/** The secret is given once, to a guest: whoever shows it may change the design. */
export type SavedDesign = Given<'save_design'>;

interface Drawn {
  readonly design: Design;
}
export type OpenedDesign = Omit<NonNullable<Given<'open_design'>>, 'design'> & Drawn;

/** What the maker is told of one order line, with its colours as the books had them when it was ordered. */
export type DesignSheet = Omit<Given<'design_sheet'>, 'design'> & {
  readonly design: Omit<Given<'design_sheet'>['design'], 'design'> & Drawn;
};

export interface DesignToSave {
  readonly name: string;
  readonly visibility: DesignVisibility;
  readonly design: Design;
  readonly secret: string | null;
}

const asJson = (value: unknown): Json => value as Json;
const done = () => true as const;

/** Null where it can't be drawn. */
function drawn<Row extends { readonly design: unknown }>(
  row: Row,
): (Omit<Row, 'design'> & Drawn) | null {
  const design = parseDesign(row.design);
  return design.ok ? { ...row, design: design.value } : null;
}

export async function saveDesign(
  saved: DesignToSave,
  replaces: { readonly id: string; readonly version: number } | null,
  backend: Promise<Backend> = getBackend(),
): Answer<SavedDesign> {
  const { visibility, design, secret } = saved;
  const fault = designFault(design);
  if (fault !== null)
    return fail(ownRefusal({ message: fault, status: 422, reason: 'wrong_design' }));
  const body = {
    name: keptName(saved.name),
    visibility,
    ...designToJson(design),
    ...(secret === null ? {} : { secret }),
  };
  const asked = {
    p_design: asJson(body),
    ...(replaces === null ? {} : { p_id: replaces.id, p_version: replaces.version }),
  };
  return withKey(['save_design', asked], (key) =>
    callFunction('save_design', { ...asked, p_key: key }, { backend }),
  );
}

export const forkDesign = (
  id: string,
  backend: Promise<Backend> = getBackend(),
): Answer<SavedDesign> =>
  withKey(['fork_design', id], (key) =>
    callFunction('fork_design', { p_id: id, p_key: key }, { backend }),
  );

/** Null where it can't be drawn; empty where there is none. */
function openedOf(row: Given<'open_design'>): readonly OpenedDesign[] | null {
  if (row === null) return [];
  const opened = drawn(row);
  return opened && [opened];
}

/** Null where there is no such design, or none that the caller may see. */
export async function openDesign(
  key: string,
  secret: string | null,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Answer<OpenedDesign | null> {
  const asked = { p_key: key, ...(secret === null ? {} : { p_secret: secret }) };
  const read = await callFunction('open_design', asked, openedOf, { signal, backend });
  return read.ok ? succeed(read.value[0] ?? null) : read;
}

/** The same without the Supabase library, for whoever is not signed in: the page opens faster. */
export async function openDesignAsGuest(
  key: string,
  secret: string | null,
  signal?: AbortSignal,
  { url, publishableKey }: BackendAddress = backendAddress,
): Answer<OpenedDesign | null> {
  try {
    const answer = await request(`${url}/rest/v1/rpc/open_design`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ p_key: key, ...(secret === null ? {} : { p_secret: secret }) }),
      ...(signal ? { signal } : {}),
    });
    if (!answer.ok) {
      const told: unknown = await answer.json().catch(() => null);
      return fail(toBackendError(told, answer.status));
    }
    const data: Given<'open_design'> | undefined = await answer.json().catch(() => undefined);
    const opened = data === undefined ? null : openedOf(data);
    return opened ? succeed(opened[0] ?? null) : fail(toBackendError(null, 500));
  } catch (error) {
    return fail(toBackendError(error));
  }
}

export const deleteDesign = (
  id: string,
  secret: string | null,
  backend: Promise<Backend> = getBackend(),
): Answer<true> => {
  const asked = { p_id: id, ...(secret === null ? {} : { p_secret: secret }) };
  return callFunction('delete_design', asked, done, { backend });
};

export const likeDesign = (id: string, liked: boolean, backend: Promise<Backend> = getBackend()) =>
  callFunction('like_design', { p_id: id, p_liked: liked }, { backend });

export const reportDesign = (
  id: string,
  reason: string,
  backend: Promise<Backend> = getBackend(),
): Answer<true> => callFunction('report_design', { p_id: id, p_reason: reason }, done, { backend });

/** Gives whether it is hidden now. */
export const moderateDesign = (
  id: string,
  hidden: boolean,
  reason: string,
  backend: Promise<Backend> = getBackend(),
): Answer<boolean> =>
  callFunction(
    'moderate_design',
    { p_id: id, p_hidden: hidden, p_reason: reason },
    ({ is_hidden: isHidden }) => isHidden,
    { backend },
  );

export const claimDesigns = (
  claims: readonly { readonly id: string; readonly secret: string }[],
  backend: Promise<Backend> = getBackend(),
): Answer<readonly string[]> =>
  callFunction('claim_designs', { p_claims: asJson(claims) }, ({ claimed }) => claimed, {
    backend,
  });

export const designSheet = (
  lineId: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Answer<DesignSheet> =>
  callFunction(
    'design_sheet',
    { p_line: lineId },
    (sheet) => {
      const design = drawn(sheet.design);
      return design && { ...sheet, design };
    },
    { signal, backend },
  );
