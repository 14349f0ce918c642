import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { leftWords, unprintable, type LeftOut } from '../../model/packing-slip.ts';
import { Notice } from '#ui/react/Notice.tsx';
import { Button } from '#ui/react/Button.tsx';
import { DataTable } from '#desk-kit/table/DataTable.tsx';
import { ExportButton } from '#desk-kit/table/ExportButton.tsx';
import { useTableAddress } from '#desk-kit/table/use-table-address.ts';
import { ImportButton } from '#desk-kit/table/ImportDialog.tsx';
import { takeFromAddress } from '#desk-kit/ui/take-from-address.ts';
import { askToDiscard } from '#ui/react/unsaved.ts';
import { applyTracking, dryRunTracking } from '../../store/desk-order-actions.ts';
import { exportOrders } from '../../store/desk-order-file.ts';
import type { SlipView } from '../../store/desk-slips.ts';
import { $batches, orderTable } from '../../store/desk-orders.ts';
import { NewOrderDialog } from '../writing/NewOrderDialog.tsx';
import { QuickFilters } from './QuickFilters.tsx';
import { ManifestButton } from './ManifestButton.tsx';
import { ProductionMenu } from './ProductionMenu.tsx';
import { batchFilter, orderColumns, type OrderAction } from './order-columns.tsx';
import own from '../order.module.css';
import type { DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { useOrderMails } from './use-order-mails.tsx';
import { useOrderMoves } from './use-order-moves.tsx';
import { useOrderRefunds } from './use-order-refunds.tsx';
import { goToOrder, goToSlips } from '../use-open-order.ts';

export function OrderList({ role }: { readonly role: DeskRole }) {
  const state = useStore(orderTable.$state);
  const batches = useStore($batches);
  const bulk = [...useOrderMoves(), useOrderRefunds(), useOrderMails(), ...printing];
  const mayMove = role === 'owner' || role === 'fulfilment';
  const [left, setLeft] = useState<readonly LeftOut[]>([]);
  useTableAddress(state, orderTable);
  return (
    <div className={own['list']}>
      <QuickFilters state={state} />
      {left.length > 0 && (
        <Notice tone="caution" role="alert" title="The manifest is not of all packed orders">
          {leftWords(left)}
        </Notice>
      )}
      <DataTable
        label="Orders"
        state={state}
        actions={orderTable}
        columns={[...orderColumns, batchFilter(batches)]}
        bulk={mayMove ? bulk : []}
        searches={mayMove ? 'number or customer' : 'number or e-mail'}
        onOpen={(row) => askToDiscard(() => goToOrder(row.values.number))}
        empty={{
          title: 'No orders yet',
          text: 'Orders appear here as soon as they are placed.',
        }}
        tools={
          <>
            {mayMove && (
              <>
                <ImportButton
                  label="Import tracking CSV"
                  title="Ship parcels from a carrier file"
                  explains="One line per parcel with the columns order, carrier, tracking_number, parcel (if an order has several) and package (optional). You preview every line first. Each parcel is then marked as shipped and the customer gets an e-mail."
                  onDryRun={(text) => dryRunTracking(text)}
                  onApply={applyTracking}
                  onDone={() => void orderTable.reload()}
                />
                <ProductionMenu />
                <ManifestButton onLeftOut={setLeft} />
              </>
            )}
            <ExportButton
              fileName="orders.csv"
              onExport={(signal, onProgress) => exportOrders(state.query, signal, onProgress)}
            />
            {mayMove && <NewOrder />}
          </>
        }
      />
    </div>
  );
}

function NewOrder() {
  const [isOpen, setOpen] = useState(() => takeFromAddress('new'));
  return (
    <>
      <Button size="small" look="primary" onClick={() => setOpen(true)}>
        New order
      </Button>
      {isOpen && <NewOrderDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The table is left for what is printed. */
const printed = (view: SlipView, title: string, explains: string): OrderAction => ({
  name: view,
  title,
  explains,
  nameOf: ({ values }) => values.number,
  whyNot: unprintable,
  run(rows, _signal, onOutcome) {
    for (const { id } of rows) onOutcome({ id, kind: 'done' });
    goToSlips(
      view,
      rows.map(({ values }) => values.number),
    );
    return Promise.resolve();
  },
});

const printing = [
  printed(
    'picks',
    'Pick list',
    'One list of everything in the open parcels of these orders, added up by SKU.',
  ),
  printed(
    'slips',
    'Labels and slips',
    'A sheet per open parcel: a label to cut off and a packing list.',
  ),
];
