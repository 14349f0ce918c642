import { useStore } from '@nanostores/react';
import { FileDrop } from '#desk-kit/ui/FileDrop.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import styles from '#ui/styles/desk.module.css';
import { $statement, readStatement, type StatementState } from '../../store/bank-statement.ts';
import { BankEntries } from './BankEntries.tsx';
import { StatementColumns } from './StatementColumns.tsx';
import { StatementHistory } from './StatementHistory.tsx';
import { StatementPreview } from './StatementPreview.tsx';

/** Payments by bank: a file is read and looked at, then recorded; what has no order yet waits here. */
export function BankStatements() {
  const state = useStore($statement);
  if (state.status === 'open') return <StatementPreview open={state} />;
  if (state.status === 'columns') return <StatementColumns key={state.problem} state={state} />;
  return (
    <div className={styles['stack']}>
      <FileCard state={state} />
      <BankEntries />
      <StatementHistory />
    </div>
  );
}

type CardProps = {
  readonly state: Exclude<StatementState, { readonly status: 'open' | 'columns' }>;
};

function FileCard({ state }: CardProps) {
  return (
    <section className={styles['card']} aria-label="Read a statement">
      <h2>Read a statement</h2>
      <FileDrop
        label="Drop a statement here, or choose a file"
        accept=".xml,.csv,.txt,text/csv,text/xml,application/xml"
        onFiles={([file]) => file && void readStatement(file)}
      >
        <span>
          CAMT.053 or CSV, as your bank exports it. You see what each payment does before anything
          is recorded.
        </span>
      </FileDrop>
      {state.status === 'reading' && <Skeleton lines={3} label={`Loading ${state.fileName}`} />}
      {state.status === 'failed' && (
        <Notice tone="fault" role="alert" title={`${state.fileName} can’t be used`}>
          <p>{state.message}</p>
        </Notice>
      )}
    </section>
  );
}
