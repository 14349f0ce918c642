import { useStore } from '@nanostores/react';
import { useEffect, useState, type FormEvent } from 'react';
import { dayWords } from '#shared/day-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { parseIban } from '../model/bank-account.ts';
import type { RefundAccount as Account, Transferred } from '../model/bank-refund.ts';
import type { Order } from '../model/order.ts';
import { mayAct, type OrderChange } from '../store/my-orders.ts';
import { $refundAccount, enterAccount, readRefundAccount } from '../store/refund-account.ts';
import { LinkByMail } from './LinkByMail.tsx';
import styles from './orders.module.css';

type Props = {
  readonly order: Order;
  readonly isRedacted: boolean;
  readonly change: OrderChange;
};

/** Nothing is asked about an order of which nothing came or nothing goes back. */
const isConcerned = (order: Order) => order.refund_due_minor > 0 || order.refunded_minor > 0;

/** Where a refund by bank goes: its customer says it here, and sees later where it went. */
export function RefundAccount({ order, isRedacted, change }: Props) {
  const state = useStore($refundAccount);
  const isAsked = isConcerned(order) && mayAct(order, isRedacted);
  useEffect(() => {
    if (isAsked) void readRefundAccount(order);
  }, [order, isAsked]);
  if (!isAsked || state?.orderId !== order.id) return null;
  if (state.status === 'failed') {
    return (
      <p className={`${styles['soft']} no-print`}>
        Where your refund goes could not be loaded.{' '}
        <Button size="small" look="quiet" onClick={() => void readRefundAccount(order)}>
          Try again
        </Button>
      </p>
    );
  }
  const { account } = state;
  return (
    <>
      {account.owed_minor > 0 && <Owed order={order} account={account} change={change} />}
      {account.transfers.length > 0 && (
        <ul className={styles['lines']} aria-label="Refunds by bank transfer">
          {account.transfers.map((transfer) => (
            <li key={`${transfer.amount_minor} ${transfer.sent_at ?? ''}`}>
              <Sent transfer={transfer} currency={account.currency} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const toAccount = (end: string) =>
  end === '' ? 'your bank account' : `your account ending ${end}`;

function Sent({
  transfer: { amount_minor: minor, account_end: end, sent_at: sentAt },
  currency,
}: {
  readonly transfer: Transferred;
  readonly currency: string;
}) {
  const amount = <MoneyText minor={minor} currency={currency} />;
  return sentAt === null ? (
    <p>
      Your refund of {amount} is on its way to the bank, for {toAccount(end)}.
    </p>
  ) : (
    <p>
      We sent {amount} to {toAccount(end)} on {dayWords(sentAt)}.
    </p>
  );
}

type OwedProps = Pick<Props, 'order' | 'change'> & { readonly account: Account };

function Owed({ order, account, change }: OwedProps) {
  const [isOpen, setOpen] = useState(false);
  const { owed_minor: owedMinor, currency, account_end: accountEnd, source } = account;
  const amount = <MoneyText minor={owedMinor} currency={currency} />;
  if (currency !== 'EUR') {
    return (
      <Notice tone="info" title="Your refund">
        <p>
          We are refunding {amount} by bank transfer. If we need your bank details, we ask by
          e-mail.
        </p>
      </Notice>
    );
  }
  const isKnown = accountEnd !== null;
  return (
    <div className="no-print">
      <Notice
        tone={isKnown ? 'info' : 'caution'}
        title={isKnown ? 'Your refund' : 'Where should we send your refund?'}
      >
        <p>
          We are refunding {amount} by bank transfer
          {!isKnown && '.'}
          {isKnown &&
            (source === 'statement'
              ? `, to the account you paid from, ending ${accountEnd}.`
              : `, to your account ending ${accountEnd}.`)}
        </p>
        {change === 'by-mail' && !isKnown && <LinkByMail order={order} mustAgree={false} isOwed />}
        {change === 'open' && isKnown && !isOpen && (
          <p>
            <Button size="small" look="quiet" flush onClick={() => setOpen(true)}>
              Use another account
            </Button>
          </p>
        )}
        {change === 'open' && (isOpen || !isKnown) && (
          <AccountForm order={order} onDone={() => setOpen(false)} />
        )}
      </Notice>
    </div>
  );
}

function AccountForm({ order, onDone }: { readonly order: Order; readonly onDone: () => void }) {
  const [iban, setIban] = useState('');
  const [holder, setHolder] = useState(order.address?.name ?? '');
  const [isTried, setTried] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const isWrong = parseIban(iban) === null;
  const isNameless = holder.trim().length < 2;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isWrong || isNameless) return;
    setSending(true);
    const answer = await enterAccount(order, iban, holder);
    setSending(false);
    setFault(answer);
    if (answer === null) onDone();
  };
  return (
    <form className={styles['given']} noValidate onSubmit={(event) => void send(event)}>
      <Field
        label="IBAN"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={iban}
        error={isTried && isWrong ? 'This IBAN can’t be right. Check it for typos.' : undefined}
        onChange={(event) => setIban(event.target.value)}
      />
      <Field
        label="Account holder"
        autoComplete="name"
        maxLength={70}
        value={holder}
        error={isTried && isNameless ? 'Enter the name of the account holder.' : undefined}
        onChange={(event) => setHolder(event.target.value)}
      />
      <p className={styles['soft']}>
        Only you and the staff who send refunds can see it. We delete it 60 days after the refund is
        sent. If you have no IBAN, write to us.
      </p>
      {fault !== null && <p role="alert">{fault}</p>}
      <p>
        <Button type="submit" look="primary" size="small" pending={isSending}>
          Save bank account
        </Button>
      </p>
    </form>
  );
}
