import { useStore } from '@nanostores/react';
import { dayWords } from '#shared/day-words.ts';
import { formatMoney } from '#shared/money.ts';
import { rateWords } from '#shared/tax-words.ts';
import { Button } from '#ui/react/Button.tsx';
import { Select } from '#ui/react/Field.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { Table } from '#ui/react/Table.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import styles from '#ui/styles/desk.module.css';
import table from '#ui/styles/table.module.css';
import {
  ossFile,
  reportFile,
  schemeWords,
  type VatPeriod,
  type VatReportRow,
} from '../../model/vat-report.ts';
import { $vatReport, periods, readReport } from '../../store/desk-vat-report.ts';

/** What the documents of a period come to, for the tax returns of each country. */
export function VatReport() {
  const state = useStore($vatReport);
  const { period } = state;
  return (
    <div className={styles['stack']}>
      <div className={styles['line']}>
        <Select
          label="Period"
          value={period?.name}
          onChange={(event) =>
            void readReport(periods.find(({ name }) => name === event.target.value))
          }
        >
          {periods.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {state.kind === 'loading' && <Skeleton lines={8} label="Loading the VAT report" />}
      {state.kind === 'failed' && (
        <NotRead
          title="The VAT report could not be loaded"
          message={state.message}
          onAgain={() => void readReport(period)}
        />
      )}
      {state.kind === 'ready' && period && <Rows rows={state.rows} period={period} />}
    </div>
  );
}

function Rows({
  rows,
  period,
}: {
  readonly rows: readonly VatReportRow[];
  readonly period: VatPeriod;
}) {
  const days = `${dayWords(period.from)} to ${dayWords(period.to)}`;
  if (rows.length === 0) {
    return (
      <Notice tone="info" title="No invoices or credit notes in this period">
        <p>{days}</p>
      </Notice>
    );
  }
  const file = period.name.toLowerCase().replace(' ', '-');
  return (
    <>
      <p className={styles['small']}>
        {days}, from the invoices and credit notes that were issued on these days.
      </p>
      <Table label={`VAT report of ${period.name}`}>
        <thead>
          <tr>
            {['Delivered to', 'VAT', 'Rate', 'Net', 'VAT amount', 'Invoices', 'Credit notes'].map(
              (name, place) => (
                <th key={name} scope="col" className={place > 1 ? table['number'] : undefined}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.country} ${row.scheme} ${row.rate_basis_points}`}>
              <th scope="row">{row.country_name}</th>
              <td>{schemeWords(row.scheme)}</td>
              <td className={table['number']}>{rateWords(row.rate_basis_points)}</td>
              <td className={table['number']}>{formatMoney(row.net_minor, row.currency)}</td>
              <td className={table['number']}>{formatMoney(row.tax_minor, row.currency)}</td>
              <td className={table['number']}>{row.invoices}</td>
              <td className={table['number']}>{row.credit_notes}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <div className={styles['line']}>
        <Button size="small" onClick={() => saveFile(`vat-${file}.csv`, reportFile(rows))}>
          Export CSV
        </Button>
        {rows.some(({ scheme }) => scheme === 'oss') && (
          <Button size="small" onClick={() => saveFile(`oss-${file}.csv`, ossFile(rows))}>
            Export OSS return
          </Button>
        )}
      </div>
    </>
  );
}
