import { accessReport } from '../api/access-report.ts';
import { clockReport } from '../api/clock-report.ts';
import { setAlertRule, shopHealth } from '../api/shop-health.ts';
import type { AlertRule } from '../model/shop-health.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import { succeed, type Result } from '#shared/result.ts';
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
export const health = createResource(
  async () => {
    const read = await asked(shopHealth());
    return read.ok ? succeed({ health: read.value, readAt: Date.now() }) : read;
  },
  { rereadsOnReturn: true },
);

/** Null, or why it was not saved. */
export async function saveAlertRule(rule: AlertRule): Promise<string | null> {
  const saved = await setAlertRule(rule);
  if (!saved.ok) return askedAgain(saved.error);
  await health.reload(true);
  return null;
}
