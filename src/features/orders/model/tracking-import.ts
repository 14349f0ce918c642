import { numberOf, textOf, valueAt, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { orderStatusName } from './order-words.ts';
import { isToSend } from './order-status.ts';
import type { ImportLine, ImportReport } from '#desk-kit/model/table-import.ts';

export interface TrackedParcel {
  readonly shipmentId: string;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly packageId: string | null;
}

export type TrackingReport = ImportReport & { readonly parcels: readonly TrackedParcel[] };

const heads = ['order', 'carrier', 'tracking_number', 'parcel', 'package'];

/**
 * Columns in this order: order, carrier, tracking_number, parcel where an order has several, and the
 * name of the package where it is to be kept.
 */
export function judgeTracking(
  cells: readonly (readonly string[])[],
  known: readonly DeskRow[],
  packages: readonly DeskRow[],
): TrackingReport {
  const [first = [], ...body] = cells;
  const isHeaded = heads
    .slice(0, 3)
    .every((head, index) => (first[index] ?? '').trim().toLowerCase() === head);
  if (!isHeaded) {
    const problem = `The first line has to be: ${heads.join(', ')}.`;
    return { lines: [], ignoredColumns: [], problem, parcels: [] };
  }
  const parcels: TrackedParcel[] = [];
  const lines = body.map((row, index): ImportLine => {
    const [number = '', carrier = '', trackingNumber = '', place = '', box = ''] = row.map((cell) =>
      cell.trim(),
    );
    const about = { line: index + 2, key: number };
    const own = known.filter((parcel) => valueAt(parcel, 'order.number') === number);
    const found = own.filter(
      (parcel) => place === '' || String(numberOf(parcel, 'position')) === place,
    );
    const [parcel] = found;
    const problem =
      number === '' ? 'The order number is missing' : problemOf(found, carrier, trackingNumber);
    const packageId = packages.find((each) => isNamed(each, box))?.id ?? null;
    if (problem !== null || !parcel) return { ...about, kind: 'wrong', problems: [problem ?? ''] };
    if (parcels.some(({ shipmentId }) => shipmentId === parcel.id)) {
      return { ...about, kind: 'wrong', problems: ['This parcel is in the file twice'] };
    }
    if (box !== '' && packageId === null) {
      return { ...about, kind: 'wrong', problems: [`There is no package “${box}”`] };
    }
    parcels.push({ shipmentId: parcel.id, carrier, trackingNumber, packageId });
    const changes = [
      { column: 'tracking_number', before: '', after: `${carrier} ${trackingNumber}` },
    ];
    return { ...about, kind: 'change', row: parcel, changes };
  });
  const titles = { tracking_number: 'Carrier and number' };
  return { lines, ignoredColumns: first.slice(heads.length), problem: null, titles, parcels };
}

const isNamed = (each: DeskRow, name: string) =>
  textOf(each, 'name').toLowerCase() === name.toLowerCase();

function problemOf(
  found: readonly DeskRow[],
  carrier: string,
  trackingNumber: string,
): string | null {
  if (found.length === 0) return 'This parcel does not exist';
  if (found.length > 1) return 'The order has several parcels. Name one';
  if (textOf(found[0] ?? null, 'status') !== 'planned') return 'This parcel has already shipped';
  const stage = valueAt(found[0] ?? null, 'order.status');
  if (typeof stage === 'string' && !isToSend(stage))
    return `Its order is not ready: ${orderStatusName(stage)}`;
  return carrier === '' || trackingNumber === '' ? 'Carrier or number is missing' : null;
}
