/**
 * Invariant: what comes back is parsed, so that a design that this page doesn't understand is an error
 * and never a broken picture.
 */
import { designFault, designToJson, keptName, parseDesign } from '../model/design-json.ts';
import type { Design } from '../model/design.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { backendAddress, type BackendAddress } from '#shared/backend/address.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import type { Json } from '#shared/backend/database.types.ts';
import { ownRefusal, toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { withKey } from '#shared/backend/intention-key.ts';
import { request } from '#shared/backend/request.ts';

export type DesignVisibility = 'private' | 'unlisted' | 'public';

export interface SavedDesign {
  readonly id: string;
  readonly version: number;
  readonly code: string;
  /** Given once, to a guest: whoever shows it may change the design. */
  readonly secret: string | null;
}

export interface OpenedDesign {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly visibility: DesignVisibility;
  readonly design: Design;
  readonly version: number;
  readonly likeCount: number;
  readonly isMine: boolean;
  readonly isUsed: boolean;
  readonly isHidden: boolean;
  readonly isLiked: boolean;
  readonly forkedFrom: { readonly code: string; readonly name: string } | null;
}

export interface DesignToSave {
  readonly name: string;
  readonly visibility: DesignVisibility;
  readonly design: Design;
  readonly secret: string | null;
}

type Bag = Readonly<Record<string, unknown>>;
type Answer<Value> = Promise<Result<Value, BackendError>>;
const broken = () => fail(toBackendError(null, 500));
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null;
const asJson = (value: unknown): Json => value as Json;

interface Called {
  readonly data: unknown;
  readonly error: unknown;
  readonly status: number;
}

/** Turns what a function answered into a value; what can't be parsed is broken. */
function read<Value>({ data, error, status }: Called, parse: (data: Bag) => Value | null) {
  if (error) return fail(toBackendError(error, status));
  const value = isBag(data) ? parse(data) : null;
  return value === null ? broken() : succeed(value);
}

const parseSaved = ({ id, version, code, secret }: Bag): SavedDesign | null =>
  typeof id === 'string' && typeof version === 'number' && typeof code === 'string'
    ? { id, version, code, secret: typeof secret === 'string' ? secret : null }
    : null;

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
  return withKey(['save_design', asked], async (key) =>
    read(await (await backend).rpc('save_design', { ...asked, p_key: key }), parseSaved),
  );
}

export async function forkDesign(
  id: string,
  backend: Promise<Backend> = getBackend(),
): Answer<SavedDesign> {
  return withKey(['fork_design', id], async (key) =>
    read(await (await backend).rpc('fork_design', { p_id: id, p_key: key }), parseSaved),
  );
}

const visibilities: readonly DesignVisibility[] = ['private', 'unlisted', 'public'];

function parseOpened(row: Bag): OpenedDesign | null {
  const { id, code, name, version, like_count: likeCount, forked_from: origin } = row;
  const visibility = visibilities.find((one) => one === row['visibility']);
  const design = parseDesign(row['design']);
  if (typeof id !== 'string' || typeof code !== 'string' || typeof name !== 'string') return null;
  if (typeof version !== 'number' || typeof likeCount !== 'number') return null;
  if (!visibility || !design.ok) return null;
  const from = isBag(origin) ? origin : {};
  return {
    id,
    code,
    name,
    visibility,
    design: design.value,
    version,
    likeCount,
    isMine: row['is_mine'] === true,
    isUsed: row['is_used'] === true,
    isHidden: row['is_hidden'] === true,
    isLiked: row['is_liked'] === true,
    forkedFrom:
      typeof from['code'] === 'string' && typeof from['name'] === 'string'
        ? { code: from['code'], name: from['name'] }
        : null,
  };
}

/** Null where there is no such design, or none that the caller may see. */
export async function openDesign(
  key: string,
  secret: string | null,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Answer<OpenedDesign | null> {
  const call = (await backend).rpc('open_design', {
    p_key: key,
    ...(secret === null ? {} : { p_secret: secret }),
  });
  const answer = await (signal ? call.abortSignal(signal) : call);
  if (!answer.error && answer.data === null) return succeed(null);
  return read(answer, parseOpened);
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
    const data: unknown = await answer.json().catch(() => undefined);
    if (answer.ok && data === null) return succeed(null);
    return read({ data, error: answer.ok ? null : data, status: answer.status }, parseOpened);
  } catch (error) {
    return fail(toBackendError(error));
  }
}

export async function deleteDesign(
  id: string,
  secret: string | null,
  backend: Promise<Backend> = getBackend(),
): Answer<true> {
  const args = { p_id: id, ...(secret === null ? {} : { p_secret: secret }) };
  return read(await (await backend).rpc('delete_design', args), () => true as const);
}

export interface DesignLikes {
  readonly likeCount: number;
  readonly isLiked: boolean;
}

export async function likeDesign(
  id: string,
  liked: boolean,
  backend: Promise<Backend> = getBackend(),
): Answer<DesignLikes> {
  const answer = await (await backend).rpc('like_design', { p_id: id, p_liked: liked });
  return read(answer, ({ like_count: likeCount, is_liked: isLiked }) =>
    typeof likeCount === 'number' ? { likeCount, isLiked: isLiked === true } : null,
  );
}

export async function reportDesign(
  id: string,
  reason: string,
  backend: Promise<Backend> = getBackend(),
): Answer<true> {
  const answer = await (await backend).rpc('report_design', { p_id: id, p_reason: reason });
  return read(answer, () => true as const);
}

export async function moderateDesign(
  id: string,
  hidden: boolean,
  reason: string,
  backend: Promise<Backend> = getBackend(),
): Answer<boolean> {
  const args = { p_id: id, p_hidden: hidden, p_reason: reason };
  const answer = await (await backend).rpc('moderate_design', args);
  return read(answer, ({ is_hidden: isHidden }) => isHidden === true);
}

export async function claimDesigns(
  claims: readonly { readonly id: string; readonly secret: string }[],
  backend: Promise<Backend> = getBackend(),
): Answer<readonly string[]> {
  const answer = await (await backend).rpc('claim_designs', { p_claims: asJson(claims) });
  return read(answer, ({ claimed }) =>
    Array.isArray(claimed) ? claimed.filter((id) => typeof id === 'string') : null,
  );
}

/** What the maker is told of one order line. */
export interface DesignSheet {
  readonly order: string;
  readonly title: string;
  readonly variantTitle: string;
  readonly sku: string;
  readonly quantity: number;
  readonly name: string;
  readonly design: Design;
  /** By code, as the books had them when it was ordered. */
  readonly colours: Readonly<
    Record<string, { readonly name: string; readonly physicalCode: string }>
  >;
}

function parseSheet(row: Bag): DesignSheet | null {
  const { order, title, variant_title: variantTitle, sku, quantity } = row;
  const kept = isBag(row['design']) ? row['design'] : {};
  const design = parseDesign(kept['design']);
  if (typeof order !== 'string' || typeof title !== 'string' || !design.ok) return null;
  if (typeof variantTitle !== 'string' || typeof sku !== 'string') return null;
  if (typeof quantity !== 'number' || typeof kept['name'] !== 'string') return null;
  const colours = Object.entries(isBag(kept['colours']) ? kept['colours'] : {}).flatMap(
    ([code, colour]) => {
      const { name, physical_code: physicalCode } = isBag(colour) ? colour : {};
      return typeof name === 'string' && typeof physicalCode === 'string'
        ? [[code, { name, physicalCode }] as const]
        : [];
    },
  );
  return {
    order,
    title,
    variantTitle,
    sku,
    quantity,
    name: kept['name'],
    design: design.value,
    colours: Object.fromEntries(colours),
  };
}

export async function designSheet(
  lineId: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Answer<DesignSheet> {
  const call = (await backend).rpc('design_sheet', { p_line: lineId });
  return read(await (signal ? call.abortSignal(signal) : call), parseSheet);
}
