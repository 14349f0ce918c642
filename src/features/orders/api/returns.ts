/** What a customer cancels or gives back, and how it goes on. */
import type { Given } from '#shared/backend/given.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { notFoundWords, toBackendError, type BackendError } from '#shared/backend/errors.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { withKey } from '#shared/backend/intention-key.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { OrderReturn, Pieces, ReturnKind, ReturnStatus, WaysBack } from '../model/returns.ts';

/** `token` is any secret of a guest's order. */
const secret = (token: string | null) => (token === null ? {} : { p_token: token });

export const waysBack = (
  orderId: string,
  token: string | null,
  parts: CallParts = {},
): Answer<WaysBack> => callFunction('ways_back', { p_order: orderId, ...secret(token) }, parts);

export interface AskedReturn {
  readonly orderId: string;
  readonly kind: ReturnKind;
  readonly lines: readonly Pieces[];
  readonly reason: string;
  readonly token: string | null;
}

/** What was noted, and when: the customer keeps both. */
export type NotedReturn = Given<'ask_return'>;

export function askReturn(
  { orderId, kind, lines, reason, token }: AskedReturn,
  parts: CallParts = {},
): Answer<NotedReturn> {
  const asked = { p_order: orderId, p_kind: kind, p_lines: [...lines], p_reason: reason };
  return withKey(['ask_return', asked], (key) =>
    callFunction('ask_return', { ...asked, ...secret(token), p_key: key }, parts),
  );
}

export interface ReturnStep {
  readonly to: ReturnStatus;
  readonly words?: string;
  readonly labelUrl?: string;
  /** Null refunds what the customer was told. */
  readonly amountMinor?: number | null;
  readonly isRestocked?: boolean;
  readonly token?: string | null;
}

export const moveReturn = (
  { id, version }: Pick<OrderReturn, 'id' | 'version'>,
  step: ReturnStep,
  parts: CallParts = {},
): Answer<NotedReturn> =>
  callFunction(
    'move_return',
    {
      p_return: id,
      p_to: step.to,
      p_version: version,
      p_words: step.words ?? '',
      p_label_url: step.labelUrl ?? '',
      p_restock: step.isRestocked ?? false,
      ...(typeof step.amountMinor === 'number' ? { p_amount_minor: step.amountMinor } : {}),
      ...secret(step.token ?? null),
    },
    parts,
  );

/** As the database takes it; its ID makes a repeated call harmless. */
export interface Photo {
  readonly id: string;
  readonly jpeg: Blob;
}

/** How many the return has now. */
export async function addReturnPhoto(
  returnId: string,
  { id, jpeg }: Photo,
  token: string | null,
  parts: CallParts = {},
): Answer<number> {
  const args = {
    p_return: returnId,
    p_photo: id,
    p_jpeg: await toBase64(jpeg),
    ...secret(token),
  };
  return callFunction('add_return_photo', args, parts);
}

export const returnPhotos = (
  returnId: string,
  token: string | null,
  parts: CallParts = {},
): Answer<readonly Photo[]> =>
  callFunction(
    'return_photos',
    { p_return: returnId, ...secret(token) },
    (data) => data.map(({ id, jpeg }) => ({ id, jpeg: fromBase64(jpeg) })),
    parts,
  );

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  // All at once would be more arguments than a call may have.
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

const fromBase64 = (text: string): Blob =>
  new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], { type: 'image/jpeg' });

export type DeclaredWithdrawal =
  | Given<'declare_withdrawal'>
  | { readonly found: false; readonly message: string };

/** By number and e-mail alone. A wrong number and a wrong e-mail are told alike. */
export async function declareWithdrawal(
  number: string,
  email: string,
  name: string,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<DeclaredWithdrawal, BackendError>> {
  const { data, error, status } = await (
    await backend
  ).rpc('declare_withdrawal', { p_number: number, p_email: email, p_name: name });
  const lost = notFoundWords(error);
  if (lost !== null) return succeed({ found: false, message: lost });
  return error ? fail(toBackendError(error, status)) : succeed(data);
}
