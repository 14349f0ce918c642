/** A withdrawal by number and e-mail, as the law asks of online shops: without an account or a link. */
import { toBackendError } from '#shared/backend/errors.ts';
import { orderNumberOf } from '#shared/order-number.ts';
import { declareWithdrawal, type DeclaredWithdrawal } from '../api/returns.ts';

const lost = () => ({ ok: false, error: toBackendError(null, 0) }) as const;

export async function withdraw(
  number: string,
  email: string,
  name: string,
): Promise<DeclaredWithdrawal> {
  const answer = await declareWithdrawal(orderNumberOf(number), email.trim(), name.trim()).catch(
    lost,
  );
  return answer.ok ? answer.value : { found: false, message: answer.error.message };
}
