// chunk: errors
import { holdCaughtError } from './early-errors.ts';

/** Reports what an island threw and returns the id that its message shows to the visitor. */
export function reportIslandError(error: unknown): string {
  return holdCaughtError(error);
}
