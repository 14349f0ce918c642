import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
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

export type KnownParcel = DeskRow<
  Pick<Row<'shipments'>, 'position' | 'status'> & {
    readonly order: Pick<Row<'orders'>, 'number' | 'status'>;
  }
>;

const heads = ['order', 'carrier', 'tracking_number', 'parcel', 'package'];

/**
 * Columns in this order: order, carrier, tracking_number, parcel where an order has several, and the
 * name of the package where it is to be kept.
 */
export function judgeTracking(
  cells: readonly (readonly string[])[],
  known: readonly KnownParcel[],
  packages: readonly DeskRow<Pick<Row<'shipping_packages'>, 'name'>>[],
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
    const found = known.filter(
      ({ values: { order, position } }) =>
        order.number === number && (place === '' || String(position) === place),
    );
    const [parcel] = found;
    const problem =
      number === '' ? 'The order number is missing' : problemOf(found, carrier, trackingNumber);
    const packageId = packages.find(({ values }) => isSame(values.name, box))?.id ?? null;
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

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function problemOf(
  [parcel, ...others]: readonly KnownParcel[],
  carrier: string,
  trackingNumber: string,
): string | null {
  if (!parcel) return 'This parcel does not exist';
  if (others.length > 0) return 'The order has several parcels. Name one';
  const { status, order } = parcel.values;
  if (status !== 'planned') return 'This parcel has already shipped';
  if (!isToSend(order.status)) return `Its order is not ready: ${orderStatusName(order.status)}`;
  return carrier === '' || trackingNumber === '' ? 'Carrier or number is missing' : null;
}
