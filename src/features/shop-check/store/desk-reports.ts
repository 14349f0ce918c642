import { accessReport } from '../api/access-report.ts';
import { clockReport } from '../api/clock-report.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import type { Result } from '#shared/result.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
import { createResource } from '#features/account/store/resource.ts';

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
