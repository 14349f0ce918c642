import { fieldsOf, oneOf, textOf } from '#shared/parsed-fields.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';
import { createServiceCall } from '../_shared/service-calls.ts';
import type { VatCheckDeps } from './handler.ts';
import { createRegister } from './register.ts';

export function createVatCheckDeps(environment: FunctionEnvironment): VatCheckDeps {
  const call = createServiceCall(environment);
  return {
    async begin(number, client) {
      const fields = fieldsOf(
        await call('begin_vat_check', { p_number: number, p_client: client }),
      );
      const state = oneOf(fields?.['state'], ['none', 'valid', 'invalid', 'limited', 'ask']);
      return {
        state: state ?? 'none',
        name: textOf(fields?.['name']),
        requester: textOf(fields?.['requester']),
      };
    },
    ask: createRegister(environment),
    record: async (number, { isValid, name, address, consultation }) =>
      void (await call('record_vat_check', {
        p_number: number,
        p_is_valid: isValid,
        p_name: name,
        p_address: address,
        p_consultation: consultation,
      })),
  };
}
