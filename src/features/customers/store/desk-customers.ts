import { atom } from 'nanostores';
import type { BackendError } from '#shared/backend/errors.ts';
import { createDeskTable } from '#desk-kit/store/desk-table.ts';
import { askedAgain, staysShown } from '#desk-kit/store/desk-refusal.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import {
  addCustomerNote,
  banCustomer,
  customerSource,
  exportCustomer,
  findCustomer,
  forgetCustomer,
  openCustomer,
  revealCustomer,
  type CustomerContact,
  type Forgetting,
} from '../api/customers.ts';
import { dataToCsv, dataToJson } from '#features/account/model/data-export.ts';
import type { Customer } from '../model/customer.ts';
import { isUuid } from '#shared/uuid.ts';

/** What may be sorted by and looked for follows from whether names are masked. */
export const customerTable = createDeskTable({
  name: 'customers',
  source: customerSource,
  shape: {
    sortable: ['name', 'email', 'orders', 'spent_minor', 'due_minor', 'last_order_at', 'since'],
    filterable: ['kind', 'open_orders', 'is_banned'],
    defaultSort: { column: 'last_order_at', direction: 'desc' },
  },
});

export type ShownCustomer =
  | { readonly status: 'closed' | 'loading' | 'nobody' }
  | { readonly status: 'failed'; readonly message: string; readonly isMissing: boolean }
  | { readonly status: 'open'; readonly customer: Customer };

export const $shownCustomer = atom<ShownCustomer>({ status: 'closed' });

/** What the address asks for; an answer to what it asked before is thrown away. */
let asked: string | null = null;

/** Quietly: what is shown stays until it was read again. */
export async function showCustomer(id: string | null, isQuiet = false): Promise<void> {
  asked = id;
  if (id === null) {
    $shownCustomer.set({ status: 'closed' });
    return;
  }
  if (!isUuid(id)) {
    $shownCustomer.set({ status: 'failed', message: '', isMissing: true });
    return;
  }
  if (!isQuiet) $shownCustomer.set({ status: 'loading' });
  const read = await openCustomer(id);
  if (asked !== id) return;
  if (read.ok) $shownCustomer.set({ status: 'open', customer: read.value });
  else if ($shownCustomer.get().status !== 'open' || !staysShown(read.error)) refuse(read.error);
}

function refuse({ message, reason }: BackendError): void {
  $shownCustomer.set({ status: 'failed', message, isMissing: reason === 'unknown_customer' });
}

/** Whose an order is; null where nobody is behind it, or it could not be read. */
export async function customerOfOrder(orderId: string): Promise<string | null> {
  asked = orderId;
  if (!isUuid(orderId)) {
    $shownCustomer.set({ status: 'nobody' });
    return null;
  }
  $shownCustomer.set({ status: 'loading' });
  const found = await findCustomer(orderId);
  if (asked !== orderId) return null;
  if (!found.ok) refuse(found.error);
  else if (found.value.id === null) $shownCustomer.set({ status: 'nobody' });
  return found.ok ? found.value.id : null;
}

/** Does something about the customer on show, reads them again, and gives what went wrong or null. */
async function withCustomer(
  run: (customer: Customer) => Promise<Result<unknown, BackendError>>,
): Promise<string | null> {
  const shown = $shownCustomer.get();
  if (shown.status !== 'open') return null;
  const done = await run(shown.customer);
  await showCustomer(shown.customer.id, true);
  return done.ok ? null : askedAgain(done.error);
}

export const noteCustomer = (text: string) => withCustomer(({ id }) => addCustomerNote(id, text));

/** For those who see them masked. It is kept by whoever asked, and read anew the next time. */
export async function revealContact(
  id: string,
  reason: string,
): Promise<Result<CustomerContact, string>> {
  const contact = await revealCustomer(id, reason);
  return contact.ok ? contact : fail(askedAgain(contact.error));
}

/** Until then counts as over: a ban that was lifted. */
const past = '2000-01-01T00:00:00Z';

/** For good, or lifted where there is one; a colleague who was faster is noticed. */
export const banOrLift = (note: string) =>
  withCustomer(({ id, ban }) =>
    banCustomer(id, { until: ban === null ? null : past, note, seenNote: ban?.note ?? '' }),
  );

export async function forgetPerson(
  id: string,
  reason: string,
): Promise<Result<Forgetting, string>> {
  const forgotten = await forgetCustomer(id, reason);
  if (!forgotten.ok) return fail(askedAgain(forgotten.error));
  await showCustomer(id, true);
  return forgotten;
}

/** What the shop holds about them, as their own export has it. */
export async function exportPerson(
  id: string,
  format: 'json' | 'csv',
): Promise<Result<string, string>> {
  const data = await exportCustomer(id);
  if (!data.ok) return fail(askedAgain(data.error));
  return succeed(format === 'json' ? dataToJson(data.value) : dataToCsv(data.value));
}
