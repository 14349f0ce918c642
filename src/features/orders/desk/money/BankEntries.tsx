import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import { plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import styles from '#ui/styles/desk.module.css';
import { partsOf, partWords, type BankChoice, type PayableOrder } from '../../model/bank-match.ts';
import { settleEntry, suggestFor } from '../../store/bank-statement.ts';
import { entryTable, type EntryRow } from '../../store/desk-money.ts';
import { PaymentChoice } from './PaymentChoice.tsx';
import own from './statements.module.css';

const statuses = [
  { value: 'unmatched', label: 'Not matched yet' },
  { value: 'recorded', label: 'Recorded' },
  { value: 'set_aside', label: 'For no order' },
];

const amountOf = ({ values }: EntryRow) => formatMoney(values.amount_minor, values.currency);

const numbersOf = ({ values }: EntryRow): string =>
  values.payments.map(({ payment }) => payment.order.number).join(', ');

const columns: ColumnsOf<typeof entryTable> = [
  {
    name: 'booked_on',
    title: 'Date',
    width: 120,
    text: ({ values }) => dayWords(values.booked_on),
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
    text: ({ values }) => statuses.find(({ value }) => value === values.status)?.label ?? '',
    filter: { kind: 'choice', choices: statuses },
  },
  { name: 'orders', title: 'Orders', width: 160, text: numbersOf },
  { name: 'note', title: 'Note', width: 200, text: plain('note') },
];

/** Every payment that came by a statement; those without an order first. */
export function BankEntries() {
  const state = useStore(entryTable.$state);
  const [row, open] = useState<EntryRow | null>(null);
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

function EntryDialog({ row, onClose }: { readonly row: EntryRow; readonly onClose: () => void }) {
  const { status, note, currency, amount_minor: amountMinor } = row.values;
  const [choice, setChoice] = useState<BankChoice>(
    status === 'set_aside' ? { kind: 'aside', note } : { kind: 'later' },
  );
  const [isChanged, setChanged] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [orders, setOrders] = useState<readonly PayableOrder[]>([]);
  const isRecorded = status === 'recorded';
  useEffect(() => {
    if (!isRecorded) void suggestFor(row).then(setOrders);
  }, [row, isRecorded]);
  const parts = choice.kind === 'orders' ? partsOf({ amountMinor, currency }, choice.orders) : [];
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
          <dd>{dayWords(row.values.booked_on)}</dd>
          <dt>Payer</dt>
          <dd>{row.values.payer}</dd>
          <dt>Message</dt>
          <dd>{row.values.message}</dd>
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
