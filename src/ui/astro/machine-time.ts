/**
 * A moment of the database as pages tell it to machines: to the second, and short.
 * @example machineTime('2026-12-03T20:00:00.096331+00:00') // '2026-12-03T20:00:00Z'
 */
export const machineTime = (moment: string): string =>
  moment.replace(/(?:\.\d+)?(?:\+00:00|Z)$/, 'Z');
