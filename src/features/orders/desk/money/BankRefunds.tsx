import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import { plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import type { BulkAction, ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import styles from '#ui/styles/desk.module.css';
import { routes } from '#routes.ts';
import { ibanWords, parseIban } from '../../model/bank-account.ts';
import { whyNotInFile } from '../../model/bank-refund.ts';
import {
  makeFile,
  noteAccount,
  refundTable,
  sendByHand,
  type RefundRow,
} from '../../store/desk-bank-refunds.ts';
import { BankFiles } from './BankFiles.tsx';

const statuses = [
  { value: 'open', label: 'To send' },
  { value: 'in_file', label: 'In a bank file' },
  { value: 'sent', label: 'Sent' },
];

const sources = {
  statement: 'paid from it',
  customer: 'entered by the customer',
  staff: 'entered by staff',
} as const;

const amountOf = ({ values }: RefundRow) => formatMoney(values.amount_minor, values.currency);

function accountText(row: RefundRow): string {
  const { account, account_end: end, status } = row.values;
  if (account === null) {
    return status === 'sent' ? end && `ends ${end}` : 'Not known yet';
  }
  const iban = parseIban(account.iban);
  return `${iban === null ? account.iban : ibanWords(iban)}, ${account.holder}`;
}

const columns: ColumnsOf<typeof refundTable> = [
  { name: 'number', title: 'Order', width: 120, text: plain('number') },
  { name: 'amount_minor', title: 'Amount', width: 110, align: 'end', text: amountOf },
  { name: 'customer', title: 'Customer', width: 180, text: plain('customer') },
  { name: 'account', title: 'Account', width: 340, text: accountText },
  {
    name: 'status',
    title: 'Status',
    width: 140,
    text: ({ values }) => statuses.find(({ value }) => value === values.status)?.label ?? '',
    filter: { kind: 'choice', choices: statuses },
  },
  {
    name: 'created_at',
    title: 'Refunded',
    width: 130,
    text: ({ values }) => dayWords(values.created_at),
  },
  { name: 'reference', title: 'Reference', width: 150, text: plain('reference') },
];

/** What goes back by bank: the refunds, and the files that tell the bank of them. */
export function BankRefunds({ role }: { readonly role: DeskRole }) {
  const state = useStore(refundTable.$state);
  const [row, open] = useState<RefundRow | null>(null);
  const making = useFileMaking();
  useTableAddress(state, refundTable);
  return (
    <div className={styles['stack']}>
      <DataTable
        label="Refunds by bank transfer"
        state={state}
        actions={refundTable}
        columns={columns}
        bulk={role === 'owner' ? [making] : []}
        searches="by order number"
        onOpen={open}
        empty={{
          title: 'No refund to send',
          text: 'Refunds of orders that were paid by bank transfer appear here.',
        }}
        tools={
          <ExportButton
            fileName="bank-refunds.csv"
            onExport={(signal, onProgress) =>
              exportRows(refundTable.source, state.query, columns, signal, onProgress)
            }
          />
        }
      />
      {row !== null && <RefundDialog key={row.id} row={row} onClose={() => open(null)} />}
      <BankFiles role={role} />
    </div>
  );
}

const today = () => new Date().toISOString().slice(0, 10);

function useFileMaking(): BulkAction<RefundRow['values']> {
  const [day, setDay] = useState(today);
  return {
    name: 'bank-file',
    title: 'Make bank file',
    explains:
      'One SEPA credit transfer file (pain.001) with all of them. Upload it at your bank, then mark it as sent: that e-mails the customers.',
    onOpen: () => setDay(today()),
    fields: (
      <Field
        label="Pay on"
        type="date"
        min={today()}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
    ),
    ...(day < today() ? { blocked: 'Choose a day from today on.' } : {}),
    nameOf: (row) => `${row.values.number}, ${amountOf(row)}`,
    whyNot: whyNotInFile,
    async run(rows, _signal, onOutcome) {
      const file = await makeFile(rows, day, onOutcome);
      if (file !== null) saveFile(file.name, [file.content], 'application/xml');
    },
  };
}

function RefundDialog({ row, onClose }: { readonly row: RefundRow; readonly onClose: () => void }) {
  const { account, number, status, order_id: orderId, reference } = row.values;
  const customer = row.values.customer ?? '';
  const isOpen = status === 'open';
  const [iban, setIban] = useState('');
  const [holder, setHolder] = useState(account?.holder ?? customer);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (step: () => Promise<string | null>) => {
    setBusy(true);
    const why = await step();
    setBusy(false);
    setProblem(why);
    if (why === null) onClose();
  };
  const isWrong = iban.trim() !== '' && parseIban(iban) === null;
  const isReady = iban.trim() !== '' && !isWrong && holder.trim().length >= 2;
  const hint = whyNotInFile(row);
  return (
    <DeskDialog
      open
      title={`Refund of ${amountOf(row)}`}
      unsaved={iban !== '' && !isBusy}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button onClick={close}>Close</Button>
          {isOpen && (
            <Button
              look="primary"
              pending={isBusy}
              disabled={!isReady}
              onClick={() => void run(() => noteAccount(orderId, iban, holder))}
            >
              Save account
            </Button>
          )}
        </>
      )}
    >
      <div className={styles['stack']}>
        <dl className={styles['facts']}>
          <dt>Order</dt>
          <dd>
            <a href={`${routes.admin.orders}?order=${number}`}>{number}</a>
          </dd>
          <dt>Customer</dt>
          <dd>{customer}</dd>
          <dt>Account</dt>
          <dd>
            {accountText(row)}
            {account !== null && ` (${sources[account.source]})`}
            {account?.is_other === true && '. The order was paid from another account.'}
          </dd>
          <dt>Reference</dt>
          <dd>{reference}</dd>
        </dl>
        {isOpen && hint !== null && <p className={styles['small']}>Not for a bank file: {hint}.</p>}
        {isOpen && (
          <>
            <Field
              label={account === null ? 'IBAN' : 'Another IBAN'}
              autoComplete="off"
              spellCheck={false}
              maxLength={60}
              error={isWrong ? 'This IBAN can’t be right. Check it for typos.' : undefined}
              value={iban}
              onChange={(event) => setIban(event.target.value)}
            />
            <Field
              label="Account holder"
              autoComplete="off"
              maxLength={70}
              value={holder}
              onChange={(event) => setHolder(event.target.value)}
            />
            <details>
              <summary>I have sent it by hand</summary>
              <p className={styles['small']}>
                The customer gets an e-mail that the money was sent. This can’t be undone.
              </p>
              <Button
                size="small"
                look="danger"
                pending={isBusy}
                onClick={() => void run(() => sendByHand(row.id))}
              >
                Mark as sent by hand
              </Button>
            </details>
          </>
        )}
        {problem !== null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
      </div>
    </DeskDialog>
  );
}
