import { momentWords } from '#shared/date-words.ts';
import type { OrderPayment } from '../../model/order.ts';
import { routes } from '#routes.ts';
import { Button } from '#ui/react/Button.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Table } from '#ui/react/Table.tsx';
import { sendOpenRefunds } from '../../store/desk-order-actions.ts';
import type { BankRefund, RefundCall } from '../../store/desk-orders.ts';
import styles from '#ui/styles/desk.module.css';
import { useStep } from '#desk-kit/ui/use-step.ts';
import own from '../order.module.css';
import table from '#ui/styles/table.module.css';

type Props = {
  readonly payments: readonly OrderPayment[];
  readonly refundCalls: readonly RefundCall[];
  readonly bankRefunds: readonly BankRefund[];
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
  const isWaiting = refundCalls.some(({ values }) => values.state === 'waiting');
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
                  .filter(({ values }) => values.refund_id === payment.id)
                  .map((call) => (
                    <CallWords key={call.id} call={call} currency={payment.currency} />
                  ))}
                {bankRefunds
                  .filter(({ values }) => values.refund_id === payment.id)
                  .map((refund) => (
                    <TransferWords key={payment.id} refund={refund} currency={payment.currency} />
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
function CallWords({ call, currency }: { readonly call: RefundCall; readonly currency: string }) {
  const { state, problem, amount_minor: minor, provider_reference: reference } = call.values;
  return (
    <p className={state === 'sent' ? styles['small'] : styles['fault']}>
      <MoneyText minor={minor} currency={currency} /> {state === 'sent' && `sent: ${reference}`}
      {state === 'waiting' && 'on its way: we ask the provider until it is sent.'}
      {state === 'refused' && 'not sent, so it is due again.'}
      {state === 'returned' && 'sent back by the customer’s bank, so it is due again.'}
      {problem !== '' && ` ${problem}`}
    </p>
  );
}

type TransferProps = { readonly refund: BankRefund; readonly currency: string };

/** How far its part by bank is. */
function TransferWords({ refund, currency }: TransferProps) {
  const { status, account_end: end, amount_minor: minor } = refund.values;
  return (
    <p className={styles['small']}>
      <MoneyText minor={minor} currency={currency} />{' '}
      {status === 'open' && 'waits for a bank file: '}
      {status === 'in_file' && `is in a bank file, for the account ending ${end}: `}
      {status === 'sent' && `sent by bank${end === '' ? '' : ` to the account ending ${end}`}: `}
      <a href={`${routes.admin.money}?tab=refunds`}>Bank refunds</a>
    </p>
  );
}
