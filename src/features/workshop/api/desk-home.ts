import { callFunction, type CallParts } from '#shared/backend/call-function.ts';

/** What waits for the caller, of what their role may open. */
export const deskHome = (parts: CallParts = {}) => callFunction('desk_home', {}, parts);
