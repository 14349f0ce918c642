import { parseBankAccount, type BankAccount } from '../model/bank-account.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

/** Where orders of a currency are transferred to; null where the shop has no such account. */
export async function readBankAccount(
  currency: string,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<BankAccount | null, BackendError>> {
  try {
    const { data, error, status } = await (
      await backend
    )
      .from('bank_accounts')
      .select('holder,iban,bic,bank')
      .eq('currency', currency)
      .limit(1);
    return error ? fail(toBackendError(error, status)) : succeed(parseBankAccount(data[0]));
  } catch (error) {
    return fail(toBackendError(error));
  }
}
