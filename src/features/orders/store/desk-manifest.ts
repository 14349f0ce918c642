import { readDeskRows, readEveryRow } from '#desk-kit/api/desk-rows.ts';
import type { Backend } from '#shared/backend/client.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { manifestCsv, type ManifestLine, type ManifestParcel } from '../model/manifest.ts';
import { leftOut, unprintable, partedParcels, type LeftOut } from '../model/packing-slip.ts';
import { readWithdrawals } from './desk-slips.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { chunk } from '#desk-kit/model/table-bulk.ts';

/** A day of a large workshop; the rest is in the next file, once these have left. */
const mostOrders = 1000;
const mostLines = 100;

export interface Manifest {
  readonly parts: readonly string[];
  readonly left: readonly LeftOut[];
}

export async function readManifest(
  signal: AbortSignal,
  onProgress: (count: number) => void,
  backend?: Promise<Backend>,
): Promise<Result<Manifest, string>> {
  const waiting = await readDeskRows(
    {
      table: 'orders',
      columns: 'id,number,email,address,currency,placed_at,status,address_question,waits_for',
      conditions: [{ column: 'status', operator: 'eq', value: 'ready_to_ship' }],
      order: 'placed_at',
      descending: true,
      limit: mostOrders,
    },
    signal,
    backend,
  );
  if (!waiting.ok) return fail(waiting.error.message);
  const packages = await readDeskRows(
    { table: 'shipping_packages', columns: '*' },
    signal,
    backend,
  );
  if (!packages.ok) return fail(packages.error.message);
  const leaving = waiting.value.filter((order) => unprintable(order) === null);
  const parcels: DeskRow<ManifestParcel>[] = [];
  const withdrawn: DeskRow<ManifestParcel>[] = [];
  const lines: DeskRow<ManifestLine>[] = [];
  let count = 0;
  for (const part of chunk(leaving, 80)) {
    if (signal.aborted) return fail('Cancelled.');
    const value = `(${part.map(({ id }) => id).join(',')})`;
    const ofThese = { column: 'order_id', operator: 'in', value };
    const planned = { column: 'status', operator: 'eq', value: 'planned' };
    const [parcelsRead, linesRead, returnsRead] = await Promise.all([
      readDeskRows(
        {
          table: 'shipments',
          columns: 'id,order_id,position,status,weight_grams',
          conditions: [ofThese, planned],
        },
        signal,
        backend,
      ),
      readEveryRow(
        {
          table: 'order_lines',
          columns:
            'id,shipment_id,title,quantity,refunded_quantity,unit_price_minor,product:products!order_lines_product_id_fkey(hs_code,origin_country_code,customs_description)',
          conditions: [ofThese],
        },
        part.length * mostLines,
        backend,
      ),
      readWithdrawals(ofThese, signal, backend),
    ]);
    if (!parcelsRead.ok) return fail(parcelsRead.error.message);
    if (!linesRead.ok) return fail(linesRead.error.message);
    if (!returnsRead.ok) return fail(returnsRead.error.message);
    const parted = partedParcels(parcelsRead.value, returnsRead.value, linesRead.value);
    parcels.push(...parted.leaving);
    withdrawn.push(...parted.withdrawn);
    lines.push(...linesRead.value);
    count += part.length;
    onProgress(count);
  }
  return succeed({
    parts: [manifestCsv(leaving, parcels, lines, packages.value)],
    left: leftOut(
      waiting.value,
      leaving.map(({ values }) => values),
      withdrawn,
    ),
  });
}
