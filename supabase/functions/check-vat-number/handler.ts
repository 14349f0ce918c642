/**
 * Asks the EU's register about a company's VAT number and keeps its answer: with a valid one the order is
 * sold without VAT. A register that can't be reached is no refusal: the order can be placed with VAT.
 */
import type { Given } from '#shared/backend/given.ts';
import { parseVatNumber } from '#features/orders/model/company.ts';
import { answer, nothing, refuse } from '../_shared/browser-answers.ts';
import type { AskRegister, RegisterAnswer } from './register.ts';

export interface VatCheckDeps {
  readonly begin: (number: string, client: string) => Promise<Given<'begin_vat_check'>>;
  readonly ask: AskRegister;
  readonly record: (number: string, told: RegisterAnswer) => Promise<void>;
}

/** As the platform reports it; of IPv6 the network, as one client has all of its addresses. */
const clientOf = ({ headers }: Request): string => {
  const address =
    headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',')[0] ?? 'somebody';
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
};

export async function handleVatCheck(request: Request, deps: VatCheckDeps): Promise<Response> {
  if (request.method === 'OPTIONS') return nothing();
  if (request.method !== 'POST') return refuse(405, 'not_post', 'Only POST is understood here.');
  const body: unknown = await request.json().catch(() => null);
  const { number: typed } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const number = typeof typed === 'string' && typed.length <= 40 ? parseVatNumber(typed) : null;
  if (number === null) return refuse(422, 'wrong_number', 'This is not a VAT number.');
  const known = await deps.begin(number, clientOf(request));
  if (known.state === 'limited')
    return refuse(
      429,
      'too_many_checks',
      'Too many VAT numbers were checked. Try again in 15 minutes.',
    );
  if (known.state !== 'ask') return answer(200, { name: '', ...known });
  const told = await deps.ask(number, known.requester);
  if (told === null) return answer(200, { state: 'unreachable', name: '' });
  await deps.record(number, told);
  return answer(200, { state: told.isValid ? 'valid' : 'invalid', name: told.name });
}
