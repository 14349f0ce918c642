import { callFunction, type CallParts } from '#shared/backend/call-function.ts';

/** As it was, with its id and its parts. Refused where it was removed by someone else or long ago, or where its place is taken. */
export const putBackRow = (
  table: string,
  key: Readonly<Record<string, string>>,
  parts: CallParts = {},
) => callFunction('put_back_row', { p_table: table, p_key: key }, parts);
