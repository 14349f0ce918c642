import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { exportRows } from '#desk-kit/store/desk-files.ts';
import { money, plain } from '#desk-kit/table/column-text.ts';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import type { ColumnsOf } from '#desk-kit/table/table-model.ts';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { dayWords } from '#shared/day-words.ts';
import { Notice } from '#ui/react/Notice.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import { documentTable } from '../../store/desk-money.ts';
import { fetchDocument } from '../../store/document-files.ts';

const columns: ColumnsOf<typeof documentTable> = [
  { name: 'number', title: 'Number', width: 140, text: plain('number') },
  {
    name: 'kind',
    title: 'Document',
    width: 130,
    text: ({ values }) => (values.kind === 'invoice' ? 'Invoice' : 'Credit note'),
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
    text: ({ values }) => dayWords(values.issued_on),
  },
  { name: 'net_minor', title: 'Net', width: 110, align: 'end', text: money('net_minor') },
  { name: 'tax_minor', title: 'VAT', width: 110, align: 'end', text: money('tax_minor') },
  { name: 'total_minor', title: 'Total', width: 120, align: 'end', text: money('total_minor') },
];

export function DocumentTable() {
  const state = useStore(documentTable.$state);
  const [fault, setFault] = useState<string | null>(null);
  useTableAddress(state, documentTable);
  const download = async (number: string) => {
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
        onOpen={({ values }) => void download(values.number)}
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
