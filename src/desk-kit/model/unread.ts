/** Invariant: it reads as nothing, shows what was typed, and is never written. */
import { isRecord } from './desk-row.ts';
import type { RowPatch } from './table-edit.ts';

export interface Unread {
  readonly unread: string;
  readonly fault: string;
}

export const isUnread = (value: unknown): value is Unread =>
  isRecord(value) && typeof value['unread'] === 'string' && typeof value['fault'] === 'string';

/** What the first such field lacks; null where all of them can be written. */
export const unreadFault = (values: RowPatch): string | null =>
  Object.values(values).find(isUnread)?.fault ?? null;
