import { useId } from 'react';
import { SuggestField } from '#desk-kit/ui/SuggestField.tsx';
import { succeed } from '#shared/result.ts';
import { Choice } from '#ui/react/Choice.tsx';
import { Field } from '#ui/react/Field.tsx';
import styles from '#ui/styles/desk.module.css';
import { payableWords, type BankChoice, type PayableOrder } from '../../model/bank-match.ts';
import { findOrders } from '../../store/bank-statement.ts';

type Props = {
  readonly currency: string;
  readonly choice: BankChoice;
  /** What it may be for; more are found by search. */
  readonly orders: readonly PayableOrder[];
  /** Whether the file can be recorded without it. */
  readonly canLeave: boolean;
  readonly onChoose: (choice: BankChoice) => void;
};

/** What a payment is for, as someone says it. */
export function PaymentChoice({ currency, choice, orders, canLeave, onChoose }: Props) {
  const name = useId();
  const chosen = choice.kind === 'orders' ? choice.orders : [];
  const isChosen = (some: readonly PayableOrder[]) =>
    chosen.length === some.length && some.every(({ id }) => chosen.some((each) => each.id === id));
  const found = chosen.filter(({ id }) => !orders.some((order) => order.id === id));
  const sets = [
    ...(orders.length > 1 ? [orders] : []),
    ...[...orders, ...found].map((order) => [order]),
  ];
  return (
    <fieldset className={styles['part']}>
      <legend className="visually-hidden">What is this payment for?</legend>
      {sets.map((set) => (
        <Choice
          key={set.map(({ id }) => id).join()}
          type="radio"
          name={name}
          label={
            set.length > 1
              ? `Together: ${set.map(({ number }) => number).join(', ')}`
              : set.map((order) => payableWords(order).title).join()
          }
          checked={isChosen(set)}
          onChange={() => onChoose({ kind: 'orders', orders: set })}
        />
      ))}
      <SuggestField
        label="Another order"
        hint="Number, name, e-mail or amount due"
        find={async (text, signal) => {
          const answer = await findOrders(text, currency, signal);
          if (!answer.ok) return answer;
          return succeed(
            answer.value.map((order) => ({
              id: order.id,
              ...payableWords(order),
              order,
            })),
          );
        }}
        onPick={({ order }) => onChoose({ kind: 'orders', orders: [order] })}
      />
      <Choice
        type="radio"
        name={name}
        label="Match later"
        hint="It waits in the list of payments without an order"
        checked={choice.kind === 'later'}
        onChange={() => onChoose({ kind: 'later' })}
      />
      {canLeave && (
        <Choice
          type="radio"
          name={name}
          label="Leave out"
          hint="Nothing is saved; the next file asks again"
          checked={choice.kind === 'leave'}
          onChange={() => onChoose({ kind: 'leave' })}
        />
      )}
      <Choice
        type="radio"
        name={name}
        label="For no order"
        hint="A tax refund, a transfer of your own, or already recorded by hand"
        checked={choice.kind === 'aside'}
        onChange={() => onChoose({ kind: 'aside', note: '' })}
      />
      {choice.kind === 'aside' && (
        <Field
          label="Note"
          optional
          maxLength={500}
          value={choice.note}
          onChange={(event) => onChoose({ kind: 'aside', note: event.target.value })}
        />
      )}
    </fieldset>
  );
}
