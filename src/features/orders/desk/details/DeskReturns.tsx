import { useEffect, useState } from 'react';
import { textToMinor } from '#desk-kit/model/field-text.ts';
import { momentWords } from '#shared/date-words.ts';
import { decimalMoney } from '#shared/money.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { Field, TextArea } from '#ui/react/Field.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { useStore } from '@nanostores/react';
import styles from '#ui/styles/desk.module.css';
import type { Order } from '../../model/order.ts';
import {
  canMove,
  hasShipped,
  pieceWords,
  returnDeskName,
  returnTone,
  type OrderReturn,
} from '../../model/returns.ts';
import { ReturnPhotos } from '../../ui/ReturnPhotos.tsx';
import { $openReturns, moveOpenReturn, readOpenReturns } from '../../store/desk-returns.ts';
import { useStep } from '#desk-kit/ui/use-step.ts';

type Props = { readonly order: Order; readonly mayWrite: boolean };

/** What customers give back of this order: the same steps that they see on their page. */
export function DeskReturns({ order, mayWrite }: Props) {
  const state = useStore($openReturns);
  // Read again with the order: a step of a return is a step of it.
  useEffect(() => {
    void readOpenReturns(order.id);
  }, [order]);
  if (state?.orderId !== order.id || state.returns.length === 0) return null;
  return (
    <section className={styles['card']} aria-label="Returns">
      <h3>Returns</h3>
      {state.returns.map((given) => (
        <OneReturn key={given.id} order={order} given={given} mayWrite={mayWrite} />
      ))}
    </section>
  );
}

function OneReturn({ order, given, mayWrite }: Props & { readonly given: OrderReturn }) {
  const { currency } = order;
  const refundedMinor = given.refunded_minor ?? 0;
  return (
    <div className={styles['part']}>
      <p className={styles['line']}>
        <Badge tone={returnTone(given.status)}>{returnDeskName(given.status)}</Badge>
        <span>
          {given.kind === 'withdrawal' ? 'Withdrawal' : 'Fault'}, {momentWords(given.asked_at)}
        </span>
      </p>
      <p>
        {given.lines.length > 0
          ? pieceWords(order.lines, given.lines)
          : 'Nothing of this order can be returned by the terms. Answer the customer.'}
      </p>
      {given.ended_at === null && given.lines.length > 0 && !hasShipped(order, given.lines) && (
        <p>Not shipped yet. Settle it to refund it: until then it can’t be shipped.</p>
      )}
      {given.reason !== '' && <p className={styles['small']}>“{given.reason}”</p>}
      <ReturnPhotos number={order.number} given={given} />
      {given.name !== '' && <p className={styles['small']}>Declared by {given.name}</p>}
      {given.answer !== '' && <p className={styles['small']}>Answer: {given.answer}</p>}
      {refundedMinor > 0 ? (
        <p>
          Refunded: <MoneyText minor={refundedMinor} currency={currency} />
        </p>
      ) : (
        given.amount_minor > 0 && (
          <p>
            The customer expects <MoneyText minor={given.amount_minor} currency={currency} />
          </p>
        )
      )}
      {mayWrite && given.ended_at === null && <Steps order={order} given={given} />}
    </div>
  );
}

function Steps({ order, given }: { readonly order: Order; readonly given: OrderReturn }) {
  const { problem, isBusy, run } = useStep();
  const [words, setWords] = useTyped();
  const [label, setLabel] = useTyped();
  const [amount, setAmount] = useState(decimalMoney(given.amount_minor, order.currency));
  const [isRestocked, setRestocked] = useState(given.kind === 'withdrawal');
  const parsed = textToMinor(amount === '' ? '0' : amount);
  const { status } = given;
  const isEnough = words.trim().length >= 5;
  const move = async (to: OrderReturn['status']) => {
    const step = {
      to,
      words: words.trim(),
      labelUrl: label.trim(),
      amountMinor: to === 'settled' && parsed.ok ? parsed.value : null,
      isRestocked: to === 'settled' && isRestocked,
    };
    if ((await run(moveOpenReturn(given, step))) !== null) return;
    setWords('');
    setLabel('');
  };
  return (
    <>
      {(canMove(status, 'agreed') || canMove(status, 'declined')) && (
        <TextArea
          label="Answer"
          hint="Where to send it, or why not. The customer gets it by e-mail"
          rows={3}
          maxLength={1000}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      {canMove(status, 'agreed') && (
        <Field
          label="Prepaid label"
          hint="A link to the carrier’s label; empty if the customer pays"
          type="url"
          optional
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
      )}
      <div className={styles['line']}>
        {canMove(status, 'agreed') && (
          <Button
            size="small"
            look="primary"
            disabled={isBusy || !isEnough}
            onClick={() => void move('agreed')}
          >
            Accept
          </Button>
        )}
        {canMove(status, 'received') && (
          <Button size="small" disabled={isBusy} onClick={() => void move('received')}>
            Mark as received
          </Button>
        )}
        {canMove(status, 'declined') && (
          <Button
            size="small"
            look="danger"
            disabled={isBusy || !isEnough}
            onClick={() => void move('declined')}
          >
            Decline
          </Button>
        )}
      </div>
      {canMove(status, 'settled') && (
        <>
          <Field
            label="Refund"
            hint="0 for a repair or a replacement"
            inputMode="decimal"
            error={parsed.ok ? undefined : 'An amount looks like 12.50.'}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
          <Choice
            type="checkbox"
            label="Put the items back in stock"
            checked={isRestocked}
            onChange={(event) => setRestocked(event.target.checked)}
          />
          <div className={styles['line']}>
            <Button
              size="small"
              disabled={isBusy || !parsed.ok}
              onClick={() => void move('settled')}
            >
              Settle
            </Button>
          </div>
        </>
      )}
      {problem !== null && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
    </>
  );
}
