import type { FunctionEnvironment } from '../_shared/report-error.ts';
import { createServiceCall } from '../_shared/service-calls.ts';
import type { VatCheckDeps } from './handler.ts';
import { createRegister } from './register.ts';

export function beginVatCheck(environment: FunctionEnvironment): VatCheckDeps['begin'] {
  const call = createServiceCall(environment);
  return (number, client) => call('begin_vat_check', { p_number: number, p_client: client });
}

export function recordVatCheck(environment: FunctionEnvironment): VatCheckDeps['record'] {
  const call = createServiceCall(environment);
  return async (number, { isValid, name, address, consultation }) => {
    await call('record_vat_check', {
      p_number: number,
      p_is_valid: isValid,
      p_name: name,
      p_address: address,
      p_consultation: consultation,
    });
  };
}

export const createVatCheckDeps = (environment: FunctionEnvironment): VatCheckDeps => ({
  begin: beginVatCheck(environment),
  ask: createRegister(environment),
  record: recordVatCheck(environment),
});
