import type { FunctionEnvironment } from '../_shared/report-error.ts';
import { createServiceCall } from '../_shared/service-calls.ts';

export function passCaptcha(environment: FunctionEnvironment): (key: string) => Promise<void> {
  const call = createServiceCall(environment);
  return async (key) => {
    await call('pass_captcha', { p_key: key });
  };
}
