/** VIES, the EU's register of VAT numbers. A country's part of it may be away while the others answer. */
import type { FunctionEnvironment } from '../_shared/report-error.ts';

export interface RegisterAnswer {
  readonly isValid: boolean;
  readonly name: string;
  readonly address: string;
  /** Under which the register keeps the answer. */
  readonly consultation: string;
}

/** Null where it could not be asked. */
export type AskRegister = (number: string, requester: string) => Promise<RegisterAnswer | null>;

const ownAddress = 'https://ec.europa.eu/taxation_customs/vies/rest-api';
const longestWaitMs = 8_000;
const mostLetters = 20_000;

/** Some countries answer with dashes for what they don't tell. */
const told = (value: unknown): string =>
  typeof value === 'string' && !/^-*$/.test(value.trim()) ? value.trim() : '';

function readAnswer(text: string): RegisterAnswer | null {
  const facts: unknown = JSON.parse(text.slice(0, mostLetters));
  if (typeof facts !== 'object' || facts === null || !('valid' in facts)) return null;
  const { valid, name, address, requestIdentifier } = facts as Readonly<Record<string, unknown>>;
  if (typeof valid !== 'boolean') return null;
  return {
    isValid: valid,
    name: told(name),
    address: told(address),
    consultation: told(requestIdentifier),
  };
}

export function createRegister(environment: FunctionEnvironment): AskRegister {
  const address = environment['VIES_API_URL'] || ownAddress;
  return async (number, requester) => {
    try {
      const response = await fetch(`${address}/check-vat-number`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          countryCode: number.slice(0, 2),
          vatNumber: number.slice(2),
          requesterMemberStateCode: requester.slice(0, 2),
          requesterNumber: requester.slice(2),
        }),
        signal: AbortSignal.timeout(longestWaitMs),
      });
      return response.ok ? readAnswer(await response.text()) : null;
    } catch {
      return null;
    }
  };
}
