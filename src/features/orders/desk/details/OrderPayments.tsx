import { numberOf, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { momentWords } from '#shared/date-words.ts';
import type { OrderPayment } from '../../model/order.ts';
import { routes } from '#routes.ts';
import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Table } from '#ui/react/Table.tsx';
import { sendOpenRefunds } from '../../store/desk-order-actions.ts';
import styles from '#ui/styles/desk.module.css';
import { useStep } from '#desk-kit/ui/use-step.ts';
import own from '../order.module.css';
import table from '#ui/styles/table.module.css';

type Props = {
  readonly payments: readonly OrderPayment[];
  readonly refundCalls: readonly DeskRow[];
  readonly bankRefunds: readonly DeskRow[];
  readonly maySend: boolean;
};

function paymentWords({ kind, sent_at: sentAt }: OrderPayment): string {
  if (kind === 'capture') return 'Paid';
  return sentAt === null ? 'Refund on its way' : 'Refunded';
}

/** Money as it came and went. */
export function OrderPayments({ payments, refundCalls, bankRefunds, maySend }: Props) {
  const { problem, isBusy, run } = useStep();
  if (payments.length === 0) return null;
  const isWaiting = refundCalls.some((call) => textOf(call, 'state') === 'waiting');
  return (
    <section className={styles['card']}>
      <header>
        <h3>Payments</h3>
        {isWaiting && maySend && (
          <Button size="small" disabled={isBusy} onClick={() => void run(sendOpenRefunds())}>
            Send refund now
          </Button>
        )}
      </header>
      <Table label="Payments">
        <tbody>
          {payments.map((payment) => (
            <tr key={payment.id}>
              <th scope="row">{paymentWords(payment)}</th>
              <td className={own['when']}>{momentWords(payment.at)}</td>
              <td className={styles['breakable']}>
                {payment.provider}{' '}
                {payment.kind === 'capture' && payment.provider !== 'invoice'
                  ? payment.reason || payment.provider_reference
                  : payment.provider_reference}
                {refundCalls
                  .filter((call) => textOf(call, 'refund_id') === payment.id)
                  .map((call) => (
                    <RefundCall key={call.id} call={call} currency={payment.currency} />
                  ))}
                {bankRefunds
                  .filter((refund) => textOf(refund, 'refund_id') === payment.id)
                  .map((refund) => (
                    <BankRefund key={payment.id} refund={refund} currency={payment.currency} />
                  ))}
              </td>
              <td className={table['number']}>
                <MoneyText minor={payment.amount_minor} currency={payment.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {problem !== null && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
    </section>
  );
}

/** What became of it at the provider. */
function RefundCall({ call, currency }: { readonly call: DeskRow; readonly currency: string }) {
  const state = textOf(call, 'state');
  const problem = textOf(call, 'problem');
  return (
    <p className={state === 'sent' ? styles['small'] : styles['fault']}>
      <MoneyText minor={numberOf(call, 'amount_minor') ?? 0} currency={currency} />{' '}
      {state === 'sent' && `sent: ${textOf(call, 'provider_reference')}`}
      {state === 'waiting' && 'on its way: we ask the provider until it is sent.'}
      {state === 'refused' && 'not sent, so it is due again.'}
      {state === 'returned' && 'sent back by the customer’s bank, so it is due again.'}
      {problem !== '' && ` ${problem}`}
    </p>
  );
}

/** How far its part by bank is. */
function BankRefund({ refund, currency }: { readonly refund: DeskRow; readonly currency: string }) {
  const status = textOf(refund, 'status');
  const end = textOf(refund, 'account_end');
  return (
    <p className={styles['small']}>
      <MoneyText minor={numberOf(refund, 'amount_minor') ?? 0} currency={currency} />{' '}
      {status === 'open' && 'waits for a bank file: '}
      {status === 'in_file' && `is in a bank file, for the account ending ${end}: `}
      {status === 'sent' && `sent by bank${end === '' ? '' : ` to the account ending ${end}`}: `}
      <a href={`${routes.admin.money}?tab=refunds`}>Bank refunds</a>
    </p>
  );
}
