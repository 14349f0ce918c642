/** Whether the EU's register knows a VAT number. */
import { backendAddress } from '#shared/backend/address.ts';
import { fieldsOf, oneOf, textOf } from '#shared/parsed-fields.ts';

export interface VatAnswer {
  /** none: no order with this number is without VAT, so nobody is asked. */
  readonly state: 'none' | 'valid' | 'invalid' | 'unreachable';
  /** Whose it is, where the register says so. */
  readonly name: string;
}

/** A shop that can't be reached is a register that can't be: the order goes on with VAT. */
const lost: VatAnswer = { state: 'unreachable', name: '' };

export async function checkVatNumber(
  number: string,
  signal: AbortSignal,
  { url, publishableKey } = backendAddress,
): Promise<VatAnswer> {
  const response = await fetch(`${url}/functions/v1/check-vat-number`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ number }),
    signal,
  }).catch(() => null);
  if (response?.ok !== true) return lost;
  const fields = fieldsOf(await response.json().catch(() => null));
  const state = oneOf(fields?.['state'], ['none', 'valid', 'invalid', 'unreachable']);
  return state === null ? lost : { state, name: textOf(fields?.['name']) };
}
