import { useState } from 'react';
import { dayWords } from '#shared/day-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import type { Customer } from '../model/customer.ts';
import { banOrLift } from '../store/desk-customers.ts';

/** Keeps an account off lists and raffles, with a reason that only staff see. */
export function CustomerBan({ customer: { kind, ban } }: { readonly customer: Customer }) {
  const [note, setNote] = useTyped();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (kind === 'guest') return null;
  async function press() {
    setBusy(true);
    const wrong = await banOrLift(note.trim()).finally(() => setBusy(false));
    setProblem(wrong);
    if (wrong === null) setNote('');
  }
  return (
    <section className={styles['card']} aria-label="Ban">
      <h3>Ban</h3>
      <p className={styles['small']}>
        {ban === null
          ? 'A ban keeps this account off lists and raffles. It can still order.'
          : `Banned from lists since ${dayWords(ban.since)}${ban.until === null ? '' : `, until ${dayWords(ban.until)}`}: ${ban.note}`}
      </p>
      <Field
        label={ban === null ? 'Reason for the ban' : 'Reason for lifting it'}
        hint="Required. Only staff can see it."
        maxLength={300}
        error={problem ?? undefined}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className={styles['line']}>
        <Button
          size="small"
          look={ban === null ? 'danger' : 'plain'}
          disabled={isBusy || note.trim().length < 2}
          onClick={() => void press()}
        >
          {ban === null ? 'Ban' : 'Lift the ban'}
        </Button>
      </div>
    </section>
  );
}
