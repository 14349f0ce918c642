import { useStore } from '@nanostores/react';
import { formatMoney } from '#shared/money.ts';
import type { Quote } from '#features/cart/model/quote.ts';
import { Select } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { $countries } from '#features/countries/store/countries.ts';
import type { NewOrder } from '../../store/desk-amendments.ts';
import styles from '#ui/styles/desk.module.css';

type TermsProps = {
  readonly order: NewOrder;
  readonly onChange: (part: Partial<NewOrder>) => void;
};

/** Where a new order goes and how it is paid. */
export function Terms({ order, onChange }: TermsProps) {
  const countries = useStore($countries) ?? [];
  return (
    <div className={styles['fields']}>
      <Select
        label="Country"
        value={order.address.country}
        onChange={(event) =>
          onChange({ address: { ...order.address, country: event.target.value }, methodId: null })
        }
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label="Payment method"
        value={order.payment}
        onChange={(event) =>
          onChange({ payment: event.target.value === 'demo' ? 'demo' : 'invoice' })
        }
      >
        <option value="invoice">Bank transfer</option>
        <option value="demo">Demo payment</option>
      </Select>
    </div>
  );
}

type QuotedProps = {
  readonly quote: Quote;
  readonly chosen: string | null;
  readonly onChoose: (methodId: string) => void;
};

/** What it costs, and how it can be sent. */
export function Quoted({ quote, chosen, onChoose }: QuotedProps) {
  const { currency, problems } = quote;
  return (
    <>
      {problems.length > 0 && (
        <Notice tone="caution" title="This order can’t be created yet">
          <ul className={styles['plain']}>
            {problems.map(({ line, reason, message }) => (
              <li key={`${line} ${reason}`}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Select
        label="Shipping"
        value={chosen ?? ''}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="" disabled>
          Choose one
        </option>
        {quote.shipping_methods
          .filter((method) => method.price_minor !== null)
          .map(({ id, name, price_minor: minor }) => (
            <option key={id} value={id}>
              {name}, {formatMoney(minor ?? 0, currency)}
            </option>
          ))}
      </Select>
      <output>
        <b>{formatMoney(quote.total_minor, currency)}</b> in all
        {chosen === null && ', before shipping'}
      </output>
    </>
  );
}
