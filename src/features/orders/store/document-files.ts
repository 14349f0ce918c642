/** Documents on their way from the shop to a folder of the reader. */
import { unanswered } from '#shared/backend/errors.ts';
import { documentFile } from '../api/documents.ts';
import { secretOf } from './placed-order.ts';

export type DocumentFile =
  | { readonly ok: true; readonly file: Blob }
  | { readonly ok: false; readonly message: string };

/** `order` names a guest's order, whose secret this browser has; null for staff and accounts. */
export async function fetchDocument(number: string, order: string | null): Promise<DocumentFile> {
  const token = order === null ? null : secretOf(order);
  const answer = await documentFile(number, token).catch(unanswered);
  return answer.ok
    ? { ok: true, file: answer.value }
    : { ok: false, message: answer.error.message };
}
