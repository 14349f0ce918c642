import { useState } from 'react';
import { Progress } from '#desk-kit/ui/Progress.tsx';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { useMore } from '#ui/react/use-more.tsx';
import { askToDiscard, useUnsaved } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';
import { ibanWords, parseIban } from '../../model/bank-account.ts';
import { isToSend, planOf, planWords, type JudgedLine } from '../../model/bank-match.ts';
import type { BankStatement } from '../../model/bank-statement.ts';
import {
  changeColumns,
  closeStatement,
  judge,
  matchAgain,
  recordStatement,
  stopRecording,
  type OpenStatement,
} from '../../store/bank-statement.ts';
import { StatementLine } from './StatementLine.tsx';
import own from './statements.module.css';

type Props = { readonly open: OpenStatement };

const filters = ['all', 'record', 'look', 'rest'] as const;
type Filter = (typeof filters)[number];

/** Which filter a line belongs to beside all. */
function placeOf(judged: JudgedLine, isDone: boolean): Filter {
  if (judged.isFixed || isDone) return 'rest';
  return judged.choice.kind === 'orders' && isToSend(judged) ? 'record' : 'look';
}

const filterNames: Readonly<Record<Filter, string>> = {
  all: 'All',
  record: 'To record',
  look: 'To check',
  rest: 'Nothing to do',
};

/** What each entry of a file will do, before anything is recorded; then what it did. */
export function StatementPreview({ open }: Props) {
  const { statement, results, progress, problem, fileName, choices } = open;
  const [filter, setFilter] = useState<Filter>('all');
  const judged = [...judge(open).entries()];
  const isDone = (index: number) => results.get(index)?.kind === 'done';
  const waiting = judged.filter(([index]) => !isDone(index)).map(([, line]) => line);
  const plan = planOf(waiting);
  const isRunning = progress?.isRunning === true;
  const counts = Map.groupBy(judged, ([index, line]) => placeOf(line, isDone(index)));
  const inFilter = filter === 'all' ? judged : (counts.get(filter) ?? []);
  const { shown, more } = useMore(inFilter, 100, 'entries');
  useUnsaved(isRunning || (choices.size > 0 && plan.payments + plan.kept > 0));
  return (
    <section className={styles['stack']} aria-label="Preview of the statement">
      <div className={styles['bar']}>
        <h2 className={own['file']}>{fileName}</h2>
        <span className={styles['push']} />
        {open.table !== null && !isRunning && results.size === 0 && (
          <Button size="small" onClick={changeColumns}>
            Columns
          </Button>
        )}
        {results.size > 0 && !isRunning && (
          <Button size="small" onClick={() => void matchAgain()}>
            Check again
          </Button>
        )}
        <Button size="small" disabled={isRunning} onClick={() => askToDiscard(closeStatement)}>
          Close
        </Button>
        <Button
          size="small"
          look="primary"
          pending={isRunning}
          disabled={plan.payments + plan.kept === 0}
          onClick={() => void recordStatement()}
        >
          {planWords(plan)}
        </Button>
      </div>
      {progress !== null && (
        <Progress
          label={isRunning ? 'Recording' : 'Recorded'}
          value={progress.done}
          goal={progress.goal}
          {...(isRunning ? { onCancel: stopRecording } : {})}
        />
      )}
      {problem !== null && (
        <Notice tone="fault" role="alert" title="Not everything was recorded">
          <p>{problem} What was recorded stays, and pressing again records the rest.</p>
        </Notice>
      )}
      <Facts
        statement={statement}
        accounts={open.accounts}
        kept={plan.kept}
        payments={plan.payments}
      />
      <Segments
        legend="Entries to show"
        value={filter}
        onChange={setFilter}
        choices={filters.map((value) => ({
          value,
          label: `${filterNames[value]} ${value === 'all' ? judged.length : (counts.get(value)?.length ?? 0)}`,
        }))}
      />
      {shown.length === 0 && <p className={styles['small']}>No entries here.</p>}
      <ol className={own['entries']} aria-label="Entries">
        {shown.map(([index, line]) => (
          <StatementLine
            key={index}
            index={index}
            judged={line}
            result={results.get(index) ?? null}
            isRunning={isRunning}
          />
        ))}
      </ol>
      {more}
    </section>
  );
}

type FactsProps = {
  readonly statement: BankStatement;
  readonly accounts: readonly string[];
  readonly kept: number;
  readonly payments: number;
};

/** Whose statement it is, and whether it is whole. */
function Facts({ statement, accounts, kept, payments }: FactsProps) {
  const { account, pending, balances, problems } = statement;
  const iban = parseIban(account);
  const shown = iban === null ? account : ibanWords(iban);
  const wrong = balances.filter(({ differsMinor }) => differsMinor !== 0);
  return (
    <>
      <p className={styles['small']}>
        {shown === '' ? 'The file names no account.' : `Account ${shown}.`}
        {balances.map((balance, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- balances of a file are told apart by their place
          <span key={index}>
            {' '}
            Balance {formatMoney(balance.openingMinor, balance.currency)} before,{' '}
            {formatMoney(balance.closingMinor, balance.currency)} after.
          </span>
        ))}
        {pending > 0 &&
          ` ${pending} pending ${pending === 1 ? 'entry is' : 'entries are'} left out.`}
        {kept > 0 &&
          payments > 0 &&
          ` ${kept} ${kept === 1 ? 'payment' : 'payments'} without an order ${kept === 1 ? 'is' : 'are'} saved as well, to match later.`}
      </p>
      {account !== '' && !accounts.includes(account) && (
        <Notice tone="caution" role="note" title="This is a statement of another account">
          <p>
            Under Bank account the shop has {accounts.length === 0 ? 'none' : accounts.join(', ')}.
          </p>
        </Notice>
      )}
      {wrong.map(({ differsMinor, currency }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <Notice
          key={index}
          tone="caution"
          role="note"
          title="The balances do not agree with the entries"
        >
          <p>
            They differ by {formatMoney(Math.abs(differsMinor), currency)}. Entries may be missing
            from this file.
          </p>
        </Notice>
      ))}
      {problems.length > 0 && (
        <Notice
          tone="caution"
          role="note"
          title={`${problems.length} ${problems.length === 1 ? 'row' : 'rows'} could not be understood`}
        >
          <ul className={styles['plain']}>
            {problems.slice(0, 5).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
