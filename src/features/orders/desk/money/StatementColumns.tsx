import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { Select } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Table } from '#ui/react/Table.tsx';
import styles from '#ui/styles/desk.module.css';
import { isReadable, type BankColumn, type ColumnPlaces } from '../../model/bank-csv.ts';
import { cleanText } from '../../model/bank-statement.ts';
import { chooseColumns, closeStatement, type StatementState } from '../../store/bank-statement.ts';

type Props = { readonly state: Extract<StatementState, { readonly status: 'columns' }> };

const asked: readonly {
  readonly column: BankColumn;
  readonly title: string;
  readonly hint: string;
}[] = [
  { column: 'day', title: 'Date', hint: 'Days come first: 20.11.2026' },
  { column: 'amount', title: 'Amount', hint: 'With a minus for money that went out' },
  { column: 'credit', title: 'Money in', hint: 'Where in and out have columns of their own' },
  { column: 'debit', title: 'Money out', hint: '' },
  { column: 'direction', title: 'Debit or credit', hint: 'Where the amount has no sign' },
  { column: 'payer', title: 'Payer', hint: '' },
  { column: 'payerAccount', title: 'Payer’s account', hint: 'An IBAN: refunds go back to it' },
  { column: 'message', title: 'Message', hint: 'With the reference' },
  { column: 'currency', title: 'Currency', hint: 'EUR without one' },
  { column: 'account', title: 'Your account', hint: 'An IBAN' },
  { column: 'reference', title: 'ID of the payment', hint: 'As the bank calls it' },
  { column: 'status', title: 'Status', hint: 'Pending payments are left out' },
];

const sampleRows = 4;

/** What is what in a CSV file whose columns are not known. Kept for the next file with the same header. */
export function StatementColumns({ state }: Props) {
  const { fileName, table, problem } = state;
  const [columns, setColumns] = useState<ColumnPlaces>(state.columns);
  const sample = table.rows.slice(Math.max(table.head, 0), Math.max(table.head, 0) + sampleRows);
  const width = Math.max(...sample.map((row) => row.length));
  const names = Array.from({ length: width }, (_, place) => {
    const name = table.head === -1 ? '' : cleanText(sample[0]?.[place] ?? '', 40);
    return name === '' ? `Column ${place + 1}` : name;
  });
  const choose = (column: BankColumn, place: string) => {
    const { [column]: _, ...others } = columns;
    setColumns(place === '' ? others : { ...others, [column]: [Number(place)] });
  };
  return (
    <section className={styles['card']} aria-label="Columns of the file">
      <h2>Columns of {fileName}</h2>
      <p className={styles['small']}>
        Say what is in which column. The shop keeps it for the next file of this bank.
      </p>
      {problem !== null && (
        <Notice tone="fault" role="alert" title="The file can’t be used with these columns">
          <p>{problem}</p>
        </Notice>
      )}
      <Table label="First rows of the file">
        <thead>
          <tr>
            {names.map((name, place) => (
              <th key={`${name}${place}`} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.slice(table.head === -1 ? 0 : 1).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a file are told apart by their place
            <tr key={index}>
              {names.map((name, place) => (
                <td key={`${name}${place}`}>{cleanText(row[place] ?? '', 60)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <div className={styles['fields']}>
        {asked.map(({ column, title, hint }) => (
          <Select
            key={column}
            label={title}
            hint={hint}
            value={columns[column]?.[0] ?? ''}
            onChange={(event) => choose(column, event.target.value)}
          >
            <option value="">None</option>
            {names.map((name, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a place is what it is
              <option key={place} value={place}>
                {name}
              </option>
            ))}
          </Select>
        ))}
      </div>
      <div className={styles['line']}>
        <Button
          look="primary"
          disabled={!isReadable(columns)}
          onClick={() => void chooseColumns(columns)}
        >
          Read with these columns
        </Button>
        <Button onClick={closeStatement}>Cancel</Button>
      </div>
    </section>
  );
}
