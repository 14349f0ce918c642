import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { HomeRow } from '../model/desk-home.ts';

/** What waits for the caller, of what their role may open. */
export const deskHome = (parts: CallParts = {}): Answer<readonly HomeRow[]> =>
  callFunction(
    'desk_home',
    {},
    (data) => (Array.isArray(data) ? (data as HomeRow[]) : null),
    parts,
  );
