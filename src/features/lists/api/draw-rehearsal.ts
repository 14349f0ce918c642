/** Nothing is written by asking. */
import { callFunction, type CallParts } from '#shared/backend/call-function.ts';

export const rehearseDraw = (listId: string, randomness: string, parts: CallParts = {}) =>
  callFunction('rehearse_draw', { p_list: listId, p_randomness: randomness }, parts);
