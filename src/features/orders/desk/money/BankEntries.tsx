import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { listOf, textOf as text } from '#shared/parsed-fields.ts';
import { numberOf, textOf, valueAt, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import { plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import type { TableColumn } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { fieldsOf } from '#shared/parsed-fields.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import styles from '#ui/styles/desk.module.css';
import { partsOf, partWords, type BankChoice, type PayableOrder } from '../../model/bank-match.ts';
import { settleEntry, suggestFor } from '../../store/bank-statement.ts';
import { entryTable } from '../../store/desk-money.ts';
import { PaymentChoice } from './PaymentChoice.tsx';
import own from './statements.module.css';

const statuses = [
  { value: 'unmatched', label: 'Not matched yet' },
  { value: 'recorded', label: 'Recorded' },
  { value: 'set_aside', label: 'For no order' },
];

const amountOf = (row: DeskRow) =>
  formatMoney(numberOf(row, 'amount_minor') ?? 0, textOf(row, 'currency') || 'EUR');

const numbersOf = (row: DeskRow): string =>
  listOf(valueAt(row, 'payments'), ({ payment }) =>
    text(fieldsOf(fieldsOf(payment)?.['order'])?.['number']),
  ).join(', ');

const columns: readonly TableColumn[] = [
  {
    name: 'booked_on',
    title: 'Date',
    width: 120,
    text: (row) => dayWords(textOf(row, 'booked_on')),
    filter: { kind: 'date' },
  },
  {
    name: 'amount_minor',
    title: 'Amount',
    width: 110,
    align: 'end',
    text: amountOf,
    filter: { kind: 'money' },
  },
  { name: 'payer', title: 'Payer', width: 200, text: plain('payer') },
  { name: 'message', title: 'Message', width: 320, text: plain('message') },
  {
    name: 'status',
    title: 'Status',
    width: 150,
    text: (row) => statuses.find(({ value }) => value === textOf(row, 'status'))?.label ?? '',
    filter: { kind: 'choice', choices: statuses },
  },
  { name: 'orders', title: 'Orders', width: 160, text: numbersOf },
  { name: 'note', title: 'Note', width: 200, text: plain('note') },
];

/** Every payment that came by a statement; those without an order first. */
export function BankEntries() {
  const state = useStore(entryTable.$state);
  const [row, open] = useState<DeskRow | null>(null);
  useTableAddress(state, entryTable);
  return (
    <section className={styles['stack']} aria-label="Payments of statements">
      <h2 className={own['heading']}>Payments of statements</h2>
      <DataTable
        label="Payments of statements"
        state={state}
        actions={entryTable}
        columns={columns}
        searches="by payer or message"
        onOpen={open}
        empty={{
          title: 'No payment waits for its order',
          text: 'Payments that match no order appear here until someone says what they are for.',
        }}
        tools={
          <ExportButton
            fileName="bank-payments.csv"
            onExport={(signal, onProgress) =>
              exportRows(entryTable.source, state.query, columns, signal, onProgress)
            }
          />
        }
      />
      {row !== null && <EntryDialog key={row.id} row={row} onClose={() => open(null)} />}
    </section>
  );
}

function EntryDialog({ row, onClose }: { readonly row: DeskRow; readonly onClose: () => void }) {
  const status = textOf(row, 'status');
  const [choice, setChoice] = useState<BankChoice>(
    status === 'set_aside' ? { kind: 'aside', note: textOf(row, 'note') } : { kind: 'later' },
  );
  const [isChanged, setChanged] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [orders, setOrders] = useState<readonly PayableOrder[]>([]);
  const isRecorded = status === 'recorded';
  useEffect(() => {
    if (!isRecorded) void suggestFor(row).then(setOrders);
  }, [row, isRecorded]);
  const currency = textOf(row, 'currency') || 'EUR';
  const paid = { amountMinor: numberOf(row, 'amount_minor') ?? 0, currency };
  const parts = choice.kind === 'orders' ? partsOf(paid, choice.orders) : [];
  const save = async () => {
    setBusy(true);
    const why = await settleEntry(row.id, choice, parts);
    setBusy(false);
    setProblem(why);
    if (why === null) onClose();
  };
  return (
    <DeskDialog
      open
      title={`Payment of ${amountOf(row)}`}
      unsaved={isChanged && !isBusy}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button onClick={close}>Close</Button>
          {!isRecorded && (
            <Button
              look="primary"
              pending={isBusy}
              disabled={!isChanged}
              onClick={() => void save()}
            >
              {choice.kind === 'orders' ? 'Record payment' : 'Save'}
            </Button>
          )}
        </>
      )}
    >
      <div className={styles['stack']}>
        <dl className={styles['facts']}>
          <dt>Date</dt>
          <dd>{dayWords(textOf(row, 'booked_on'))}</dd>
          <dt>Payer</dt>
          <dd>{textOf(row, 'payer')}</dd>
          <dt>Message</dt>
          <dd>{textOf(row, 'message')}</dd>
        </dl>
        {isRecorded ? (
          <p>
            Recorded for {numbersOf(row)}. If that is the wrong order, record a refund there and the
            payment at the right one.
          </p>
        ) : (
          <PaymentChoice
            currency={currency}
            choice={choice}
            orders={orders}
            canLeave={false}
            onChoose={(chosen) => {
              setChoice(chosen);
              setChanged(true);
            }}
          />
        )}
        <output>{parts.map(partWords).join('; ')}</output>
        {problem !== null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
      </div>
    </DeskDialog>
  );
}
