/** The only place that keeps what the database tells owners of itself: its clock, and its rights. */
import { accessReport } from '#backend/access-report.ts';
import { clockReport } from '#backend/clock-report.ts';
import type { BackendError } from '#backend/errors.ts';
import type { Result } from '#domain/result.ts';
import { askedAgain } from './desk-refusal.ts';
import { createResource } from './resource.ts';

/** Whose right is gone is shown out, as at every desk. */
async function asked<Value>(
  answer: Promise<Result<Value, BackendError>>,
): Promise<Result<Value, BackendError>> {
  const result = await answer;
  if (!result.ok) askedAgain(result.error);
  return result;
}

export const clock = createResource(() => asked(clockReport()));
export const access = createResource(() => asked(accessReport()));
