import { useState } from 'react';
import { dayWords } from '#shared/day-words.ts';
import { StepDialog } from '#desk-kit/ui/StepDialog.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Field } from '#ui/react/Field.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import styles from '#ui/styles/desk.module.css';
import type { Forgetting } from '../api/customers.ts';
import type { Customer } from '../model/customer.ts';
import { exportPerson, forgetPerson } from '../store/desk-customers.ts';

/** What somebody may ask of the shop by law: a copy of their data, and to be forgotten. */
export function CustomerData({ customer }: { readonly customer: Customer }) {
  const [isAsked, setAsked] = useState(false);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function take(format: 'json' | 'csv') {
    setBusy(true);
    const file = await exportPerson(customer.id, format).finally(() => setBusy(false));
    setProblem(file.ok ? null : file.error);
    if (file.ok)
      saveFile(
        `customer-data.${format}`,
        [file.value],
        format === 'json' ? 'application/json' : 'text/csv',
      );
  }
  return (
    <section className={styles['card']} aria-label="Their data">
      <h3>Their data</h3>
      <p className={styles['small']}>
        For requests under data protection law. Exports and deletions are kept in the audit log.
      </p>
      <div className={styles['line']}>
        <Button size="small" disabled={isBusy} onClick={() => void take('json')}>
          Export JSON
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => void take('csv')}>
          Export CSV
        </Button>
        {!customer.is_staff && customer.deletion_due_at === null && (
          <Button size="small" look="danger" onClick={() => setAsked(true)}>
            Forget …
          </Button>
        )}
      </div>
      <output>{said}</output>
      {problem !== null && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      {isAsked && (
        <ForgetDialog
          customer={customer}
          onClose={() => setAsked(false)}
          onDone={(done) => setSaid(doneWords(done))}
        />
      )}
    </section>
  );
}

function doneWords({ due_at: dueAt, waiting }: Forgetting): string {
  if (dueAt !== null) return `The account will be deleted on ${dayWords(dueAt)}.`;
  if (waiting === 0) return 'Forgotten.';
  return `Forgotten, but for ${waiting === 1 ? '1 order' : `${waiting} orders`} still under way.`;
}

type DialogProps = {
  readonly customer: Customer;
  readonly onClose: () => void;
  readonly onDone: (done: Forgetting) => void;
};

function ForgetDialog({ customer: { id, kind }, onClose, onDone }: DialogProps) {
  const [reason, setReason] = useState('');
  async function forget() {
    const done = await forgetPerson(id, reason);
    if (done.ok) onDone(done.value);
    return done.ok ? null : done.error;
  }
  return (
    <StepDialog
      title="Forget this customer?"
      verb={kind === 'account' ? 'Delete the account' : 'Forget the guest'}
      look="danger"
      isBlocked={reason.trim().length < 3}
      isUnsaved={reason.trim() !== ''}
      onGo={forget}
      onClose={onClose}
    >
      <p>
        {kind === 'account'
          ? 'The account is deleted in two weeks. The customer gets an e-mail with a link that undoes it.'
          : 'Name and address go from every order that has ended, and from the others once they end. E-mails, notes and wishes for news go now. This can’t be undone.'}
      </p>
      <p className={styles['small']}>
        Invoices and credit notes keep what they say, as tax law asks.
      </p>
      <Field
        label="Reason"
        hint="Kept in the audit log with your name"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </StepDialog>
  );
}
