import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { numberOf, textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import { plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import type { TableColumn } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { Notice } from '#ui/react/Notice.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import { documentTable } from '../../store/desk-money.ts';
import { fetchDocument } from '../../store/document-files.ts';

const money = (name: string) => (row: DeskRow) =>
  formatMoney(numberOf(row, name) ?? 0, textOf(row, 'currency') || 'EUR');

const columns: readonly TableColumn[] = [
  { name: 'number', title: 'Number', width: 140, text: plain('number') },
  {
    name: 'kind',
    title: 'Document',
    width: 130,
    text: (row) => (textOf(row, 'kind') === 'invoice' ? 'Invoice' : 'Credit note'),
    filter: {
      kind: 'choice',
      choices: [
        { value: 'invoice', label: 'Invoice' },
        { value: 'credit_note', label: 'Credit note' },
      ],
    },
  },
  {
    name: 'issued_at',
    title: 'Date',
    width: 130,
    text: (row) => dayWords(textOf(row, 'issued_on')),
  },
  { name: 'net_minor', title: 'Net', width: 110, align: 'end', text: money('net_minor') },
  { name: 'tax_minor', title: 'VAT', width: 110, align: 'end', text: money('tax_minor') },
  { name: 'total_minor', title: 'Total', width: 120, align: 'end', text: money('total_minor') },
];

export function DocumentTable() {
  const state = useStore(documentTable.$state);
  const [fault, setFault] = useState<string | null>(null);
  useTableAddress(state, documentTable);
  const download = async (row: DeskRow) => {
    const number = textOf(row, 'number');
    const answer = await fetchDocument(number, null);
    setFault(answer.ok ? null : answer.message);
    if (answer.ok) saveFile(`${number}.pdf`, [answer.file], 'application/pdf');
  };
  return (
    <>
      {fault !== null && <Notice tone="fault" role="alert" title={fault} />}
      <DataTable
        label="Invoices and credit notes"
        state={state}
        actions={documentTable}
        columns={columns}
        searches="by number"
        onOpen={(row) => void download(row)}
        empty={{
          title: 'No documents yet',
          text: 'An invoice is issued when an order is paid, a credit note when money is refunded.',
        }}
        tools={
          <ExportButton
            fileName="documents.csv"
            onExport={(signal, onProgress) =>
              exportRows(documentTable.source, state.query, columns, signal, onProgress)
            }
          />
        }
      />
    </>
  );
}
