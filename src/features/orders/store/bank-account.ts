/** The account that transfers go to: read once somebody has to pay to it. */
import { atom, onMount } from 'nanostores';
import { readBankAccount } from '../api/bank-account.ts';
import type { BankAccount } from '../model/bank-account.ts';

export type BankAccountState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  /** Null where the shop has none. */
  | { readonly status: 'ready'; readonly account: BankAccount | null };

export const $bankAccount = atom<BankAccountState>({ status: 'loading' });

/** All prices of the shop are in this currency. */
const currency = 'EUR';

export async function readAccount(): Promise<void> {
  if ($bankAccount.get().status === 'ready') return;
  $bankAccount.set({ status: 'loading' });
  const answer = await readBankAccount(currency);
  $bankAccount.set(answer.ok ? { status: 'ready', account: answer.value } : { status: 'failed' });
}

onMount($bankAccount, () => {
  if ('window' in globalThis) void readAccount();
});
