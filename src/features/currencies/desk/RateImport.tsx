import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { FileDrop } from '#desk-kit/ui/FileDrop.tsx';
import { dayWords } from '#shared/day-words.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { Table } from '#ui/react/Table.tsx';
import styles from '#ui/styles/desk.module.css';
import { percentWords, type RateChange, type RatePlan } from '../model/rate-changes.ts';
import {
  $rateImport,
  closeRates,
  compareFile,
  compareRates,
  saveRates,
  type RateImport as ImportState,
} from '../store/rate-import.ts';

/** Rates of a file: pasted or chosen, looked at, then saved together. */
export function RateImport() {
  const state = useStore($rateImport);
  if (state.status === 'open') return <Preview open={state} />;
  return <Source state={state} />;
}

function Source({ state }: { readonly state: Exclude<ImportState, { status: 'open' }> }) {
  const [text, setText] = useState('');
  return (
    <section className={styles['card']} aria-label="Import rates">
      <h2>Import rates</h2>
      <p className={styles['small']}>
        The daily XML or CSV file of the European Central Bank (eurofxref-daily.xml, eurofxref.csv).
        You see what changes before anything is saved.
      </p>
      <FileDrop
        label="Drop a file here, or choose one"
        accept=".xml,.csv,text/csv,text/xml,application/xml"
        onFiles={([file]) => file && void compareFile(file)}
      />
      <form
        className={styles['stack']}
        onSubmit={(event) => {
          event.preventDefault();
          void compareRates(text);
        }}
      >
        <TextArea
          label="Or paste its contents"
          rows={3}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className={styles['line']}>
          <Button type="submit" size="small" disabled={text.trim() === ''}>
            Compare
          </Button>
        </div>
      </form>
      {state.status === 'reading' && <Skeleton lines={3} label="Loading the rates" />}
      {state.status === 'failed' && (
        <Notice tone="fault" role="alert" title="These rates can’t be used">
          <p>{state.message}</p>
        </Notice>
      )}
      <output>
        {state.status === 'done' &&
          `${state.written} ${state.written === 1 ? 'rate' : 'rates'} of ${dayWords(state.ratedOn)} saved.`}
      </output>
    </section>
  );
}

const countWords = (count: number) => (count === 1 ? 'Save 1 rate' : `Save ${count} rates`);

function Preview({ open }: { readonly open: Extract<ImportState, { status: 'open' }> }) {
  const { plan, isSaving, problem } = open;
  const changes = plan.changes.filter(({ kind }) => kind === 'change');
  const large = changes.filter(({ isLarge }) => isLarge);
  return (
    <section className={styles['card']} aria-label="Preview of the rates">
      <div className={styles['bar']}>
        <h2>Rates of {dayWords(plan.ratedOn)}</h2>
        <span className={styles['push']} />
        <Button size="small" disabled={isSaving} onClick={closeRates}>
          Cancel
        </Button>
        <Button
          size="small"
          look="primary"
          pending={isSaving}
          disabled={changes.length === 0}
          onClick={() => void saveRates()}
        >
          {countWords(changes.length)}
        </Button>
      </div>
      {problem !== null && (
        <Notice tone="fault" role="alert" title="Nothing was saved">
          <p>{problem}</p>
          <Button size="small" onClick={() => void compareRates(open.source)}>
            Compare again
          </Button>
        </Notice>
      )}
      {large.length > 0 && (
        <Notice tone="caution" role="note" title="Changes of over 10%">
          <p>{large.map(({ code }) => code).join(', ')}. Check them before you save.</p>
        </Notice>
      )}
      <Table label="Changes of rates">
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col" className="align-right">
              Now
            </th>
            <th scope="col" className="align-right">
              New
            </th>
            <th scope="col" className="align-right">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {plan.changes.map((change) => (
            <Line key={change.code} change={change} />
          ))}
        </tbody>
      </Table>
      <Rest plan={plan} />
    </section>
  );
}

function Line({ change }: { readonly change: RateChange }) {
  const { code, name, now, nowOn, next, percent, isLarge, kind } = change;
  return (
    <tr>
      <th scope="row">
        {code} <span className={styles['small']}>{name}</span>
      </th>
      <td className="align-right">
        {now}
        <br />
        <span className={styles['small']}>{dayWords(nowOn)}</span>
      </td>
      <td className="align-right">{next === '' ? 'none' : next}</td>
      <td className="align-right">
        {kind === 'missing' && 'not in the file'}
        {kind === 'same' && 'saved already'}
        {kind === 'older' && 'older than yours, skipped'}
        {kind === 'change' &&
          (isLarge ? <Badge tone="bad">{percentWords(percent)}</Badge> : percentWords(percent))}
      </td>
    </tr>
  );
}

const mostTold = 10;

function Rest({ plan: { skipped, problems } }: { readonly plan: RatePlan }) {
  return (
    <>
      {skipped.length > 0 && (
        <p className={styles['small']}>
          Skipped, because the shop does not have them: {skipped.join(', ')}.
        </p>
      )}
      {problems.length > 0 && (
        <ul className={styles['small']} aria-label="What can’t be used">
          {problems.slice(0, mostTold).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
          {problems.length > mostTold && <li>{problems.length - mostTold} more.</li>}
        </ul>
      )}
    </>
  );
}
