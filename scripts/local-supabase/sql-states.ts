const statusByState: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
};

const statusByClass: Readonly<Record<string, number>> = {
  '08': 503,
  '53': 503,
  '0L': 403,
  '0P': 403,
  '28': 403,
  ...Object.fromEntries(
    ['09', '25', '2D', '38', '39', '3B', '40', '54', '55', '57', '58', 'F0', 'HV', 'P0', 'XX'].map(
      (sqlClass) => [sqlClass, 500],
    ),
  ),
};

/** NUL is stored nowhere: whoever sent it is told, and the log is not. */
export function isNulRefused(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === '22021' || code === '22P05';
}

export function statusOfSqlState(state: string, signedIn: boolean): number {
  const raised = /^PT([1-5]\d\d)$/.exec(state)?.[1];
  if (raised) return Number(raised);
  if (state === '42501') return signedIn ? 403 : 401;
  return statusByState[state] ?? statusByClass[state.slice(0, 2)] ?? 400;
}
