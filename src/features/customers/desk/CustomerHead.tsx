import { useState } from 'react';
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { UnmaskForm } from '#desk-kit/ui/UnmaskForm.tsx';
import styles from '#ui/styles/desk.module.css';
import type { CustomerContact } from '../api/customers.ts';
import type { Customer } from '../model/customer.ts';
import { revealContact } from '../store/desk-customers.ts';

/** Who it is, and what they come to. */
export function CustomerHead({ customer }: { readonly customer: Customer }) {
  const [whole, setWhole] = useState<CustomerContact | null>(null);
  const { name, email } = whole ?? customer;
  const { currency, other_orders: otherOrders } = customer;
  async function unmask(reason: string) {
    const contact = await revealContact(customer.id, reason);
    if (contact.ok) setWhole(contact.value);
    return contact.ok ? null : contact.error;
  }
  return (
    <section className={styles['card']} aria-label="Person">
      <h3>Person</h3>
      <dl className={styles['facts']}>
        <dt>Name</dt>
        <dd>{name || 'No name'}</dd>
        <dt>E-mail</dt>
        <dd>{email || 'None'}</dd>
        <dt>Since</dt>
        <dd>{dayWords(customer.since)}</dd>
        <dt>Orders</dt>
        <dd>
          {customer.order_count}
          {otherOrders > 0 && `, ${otherOrders} of them in other currencies`}
        </dd>
        <dt>Spent</dt>
        <dd>{formatMoney(customer.spent_minor, currency)}</dd>
        <dt>Balance due</dt>
        <dd>{formatMoney(customer.due_minor, currency)}</dd>
      </dl>
      {otherOrders > 0 && (
        <p className={styles['small']}>Spent and balance due leave other currencies out.</p>
      )}
      {customer.is_masked && whole === null && (
        <UnmaskForm label="Show name and e-mail" onAsk={unmask} />
      )}
    </section>
  );
}
