/**
 * What the database says of a row that staff wrote, with the field and the rule where it broke one. The
 * sentences are many and come only once one of them is needed.
 */
import type { BrokenRule, WrittenRow } from './constraint-sentences.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

type Raw = Pick<BrokenRule, 'code' | 'message' | 'details'>;

const ruleCode = /^23[0-9P]{3}$/;
/** A value that is none of its kind, of which the database does not say where it stands. */
const valueCode = /^22[0-9A-Z]{3}$/;
const wrongValue = 'A value is too large or of the wrong type. Nothing was saved.';

export async function toDeskError(
  raw: Raw,
  status: number,
  written: WrittenRow,
): Promise<BackendError> {
  return explained(toBackendError(raw, status), raw, written);
}

/** `broken` is the refusal of the table, where a function caught it and gave it on. */
export async function explained(
  refused: BackendError,
  broken: BrokenRule,
  written: WrittenRow,
): Promise<BackendError> {
  if (valueCode.test(broken.code)) return { ...refused, message: wrongValue };
  if (!ruleCode.test(broken.code)) return refused;
  const sentences = await import('./constraint-sentences.ts').catch(() => null);
  const message = sentences?.constraintSentence(broken, written) ?? null;
  return message === null ? refused : { ...refused, message };
}
