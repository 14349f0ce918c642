import { callFunction, type CallParts } from '#shared/backend/call-function.ts';

/** The next hundred; `after` is the last one seen. */
export const productReach = (after: string | null, parts: CallParts = {}) =>
  callFunction('product_reach', after === null ? {} : { p_after: after }, parts);
