import { useState } from 'react';
import type { Consent, Order } from '../../model/order.ts';
import { hasEnded } from '../../model/order-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field, Select, TextArea } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { recordOpenConsents } from '../../store/desk-order-actions.ts';
import styles from '#ui/styles/desk.module.css';

const words: { readonly [consent in Consent]: string } = {
  terms: 'the terms',
  group_buy: 'the group buy terms',
};

type Props = { readonly order: Order; readonly mayRecord: boolean };

/** An order that staff made or changed waits for its customer to agree, on its page or elsewhere. */
export function MissingConsents({ order, mayRecord }: Props) {
  const { missing_consents: missing, status } = order;
  if (missing.length === 0 || hasEnded(status)) return null;
  return (
    <section className={styles['card']} aria-label="Not agreed yet">
      <h3>Not agreed yet</h3>
      <p className={styles['small']}>
        The customer has not yet agreed to {missing.map((each) => words[each]).join(' and ')}. The
        order page asks for it before payment.
      </p>
      {mayRecord && (
        <details>
          <summary>They agreed by phone or e-mail</summary>
          <Elsewhere />
        </details>
      )}
    </section>
  );
}

function Elsewhere() {
  const [how, setHow] = useState<'phone' | 'email'>('phone');
  const [agreedOn, setDay] = useTyped();
  const [note, setNote] = useTyped();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function send() {
    setBusy(true);
    setProblem(await recordOpenConsents({ how, agreedOn, note: note.trim() }));
    setBusy(false);
  }
  return (
    <div className={styles['part']}>
      <Select
        label="They agreed by"
        value={how}
        onChange={(event) => setHow(event.target.value === 'email' ? 'email' : 'phone')}
      >
        <option value="phone">Phone</option>
        <option value="email">E-mail</option>
      </Select>
      <Field
        label="On"
        type="date"
        value={agreedOn}
        onChange={(event) => setDay(event.target.value)}
      />
      <TextArea
        label="What was agreed"
        hint="The customer can read this"
        rows={2}
        maxLength={500}
        error={problem ?? undefined}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className={styles['line']}>
        <Button
          size="small"
          pending={isBusy}
          disabled={agreedOn === '' || note.trim().length < 2}
          onClick={() => void send()}
        >
          Record agreement
        </Button>
      </div>
    </div>
  );
}
