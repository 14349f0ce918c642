/** A withdrawal by number and e-mail, as the law asks of online shops: without an account or a link. */
import { unanswered } from '#shared/backend/errors.ts';
import { orderNumberOf } from '#shared/order-number.ts';
import { declareWithdrawal, type DeclaredWithdrawal } from '../api/returns.ts';

export async function withdraw(
  number: string,
  email: string,
  name: string,
): Promise<DeclaredWithdrawal> {
  const answer = await declareWithdrawal(orderNumberOf(number), email.trim(), name.trim()).catch(
    unanswered,
  );
  return answer.ok ? answer.value : { found: false, message: answer.error.message };
}
