import { dayWords } from '#shared/day-words.ts';
import { timesMinor } from '#shared/money.ts';
import { taxLabel } from '#shared/tax-words.ts';
import type { Order, OrderPayment } from '../model/order.ts';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import styles from './orders.module.css';

function paymentWords({ kind, at, sent_at: sentAt }: OrderPayment): string {
  if (kind === 'capture') return `Paid ${dayWords(at)}`;
  return sentAt === null ? 'Refund on its way' : `Refunded ${dayWords(sentAt)}`;
}

/** What it cost, what came, and what went back. */
export function OrderMoney({ order }: { readonly order: Order }) {
  const { currency } = order;
  const rows = [
    ['Goods', order.subtotal_minor, true],
    [
      `Discount ${order.code ?? ''}`,
      timesMinor(order.discount_minor, -1),
      order.discount_minor > 0,
    ],
    ['Shipping', order.shipping_minor, true],
    [taxLabel(order.tax_minor), order.tax_minor, order.tax_minor !== 0],
    ['Total', order.total_minor, true],
    ['including VAT', order.tax_included_minor, order.tax_included_minor > 0],
  ] as const;
  return (
    <section>
      <h3>Payment</h3>
      <dl className={styles['money']}>
        {rows
          .filter(([, , isShown]) => isShown)
          .map(([label, minor]) => (
            <div
              key={label}
              className={label === 'Total' ? styles['total'] : undefined}
              data-prices
            >
              <dt>{label}</dt>
              <dd>
                <MoneyText minor={minor} currency={currency} />
              </dd>
            </div>
          ))}
        {order.payments?.map((payment) => (
          <div key={payment.id}>
            <dt>{paymentWords(payment)}</dt>
            <dd>
              <MoneyText minor={payment.amount_minor} currency={payment.currency} />
            </dd>
          </div>
        ))}
        {order.refund_due_minor > 0 && (
          <div>
            <dt>Refund due</dt>
            <dd>
              <MoneyText minor={order.refund_due_minor} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
      <p data-currency-note hidden />
    </section>
  );
}
