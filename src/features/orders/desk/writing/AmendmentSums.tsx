import { lineChanges, type AmendedLine, type Amendment } from '../../model/amendment.ts';
import { formatDelta, formatMoney } from '#shared/money.ts';
import { Notice } from '#ui/react/Notice.tsx';
import { Table } from '#ui/react/Table.tsx';

const words = (line: AmendedLine | null, currency: string) =>
  line
    ? [`${line.quantity} × ${formatMoney(line.unit_price_minor, currency)}`, ...line.options].join(
        ', ',
      )
    : '–';

/** What an amendment would come to: line by line, and who owes whom then. */
export function AmendmentSums({ amendment }: { readonly amendment: Amendment }) {
  const { currency, before, after } = amendment;
  return (
    <>
      <Table label="What changes">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {lineChanges(before.lines, after.lines).map(({ id, title, was, is }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              <td>{words(was, currency)}</td>
              <td>{words(is, currency)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Total</th>
            <td>{formatMoney(amendment.total_minor - amendment.difference_minor, currency)}</td>
            <td>{formatMoney(amendment.total_minor, currency)}</td>
          </tr>
        </tbody>
      </Table>
      <Notice tone="info" title={`${formatDelta(amendment.difference_minor, currency)} in all`}>
        <p>{outcome(amendment.due_minor, amendment.refund_due_minor, currency)}</p>
      </Notice>
    </>
  );
}

function outcome(due: number, refund: number, currency: string): string {
  if (due > 0) return `We e-mail the customer and ask for ${formatMoney(due, currency)}.`;
  if (refund > 0) return `${formatMoney(refund, currency)} needs to be refunded.`;
  return 'Nothing is owed.';
}
