import { useState } from 'react';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { askToDiscard } from '#ui/react/unsaved.ts';
import { orderStages } from '../../model/order-status.ts';
import type { OpenOrder, ReadOrder } from '../../store/desk-orders.ts';
import styles from '#ui/styles/desk.module.css';
import own from '../order.module.css';
import type { DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { AddressQuestion } from './AddressQuestion.tsx';
import { AmendDialog } from '../writing/AmendDialog.tsx';
import { DeskReturns } from './DeskReturns.tsx';
import { OrderStatusBadge } from '../list/order-columns.tsx';
import { OrderActions } from './OrderActions.tsx';
import { Customer, Parcels } from './OrderDelivery.tsx';
import { OrderDocuments } from './OrderDocuments.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { Lines, Money } from './OrderContents.tsx';
import { MissingConsents } from './MissingConsents.tsx';
import { OrderNotes } from './OrderNotes.tsx';
import { OrderPayments } from './OrderPayments.tsx';
import { goToOrder } from '../use-open-order.ts';

type Props = {
  readonly role: DeskRole;
  readonly open: Exclude<OpenOrder, { readonly status: 'closed' }>;
};

export function OrderDetail({ open, role }: Props) {
  return (
    <div className={styles['stack']}>
      <div className={styles['bar']}>
        <Button size="small" look="quiet" onClick={() => askToDiscard(() => goToOrder(null))}>
          ← All orders
        </Button>
        <h2>{open.status === 'open' ? open.order.number : open.number}</h2>
        {open.status === 'open' && <OrderStatusBadge status={open.order.status} />}
        {open.status === 'open' && open.order.address_question && (
          <Badge tone="bad">Address problem</Badge>
        )}
        {open.status === 'open' && open.order.missing_consents.length > 0 && (
          <Badge tone="waiting">Not agreed yet</Badge>
        )}
      </div>
      {open.status === 'loading' && <Skeleton lines={12} label="Loading the order" />}
      {open.status === 'missing' && (
        <Notice tone="caution" title="Order not found">
          <p>Check the number: it starts with KW- followed by digits.</p>
        </Notice>
      )}
      {open.status === 'failed' && (
        <NotRead
          title="The order could not be loaded"
          message={open.message}
          onAgain={() => goToOrder(open.number)}
        />
      )}
      {open.status === 'open' && <Whole read={open} role={role} />}
    </div>
  );
}

type WholeProps = { readonly read: ReadOrder; readonly role: DeskRole };

function Whole({ read, role }: WholeProps) {
  const { order } = read;
  const [isChanging, setChanging] = useState(false);
  const mayWrite = role !== 'support';
  return (
    <div className={own['sheet']}>
      <div className={own['goods']}>
        <section className={styles['card']} aria-label="Lines">
          <header>
            <h3>Lines</h3>
            {mayWrite && orderStages[order.status].isHere && (
              <Button size="small" onClick={() => setChanging(true)}>
                Edit order
              </Button>
            )}
          </header>
          <Lines order={order} role={role} />
        </section>
        {isChanging && <AmendDialog order={order} onClose={() => setChanging(false)} />}
        <Parcels order={order} maySend={mayWrite} />
      </div>
      <div className={own['beside']}>
        <MissingConsents order={order} mayRecord={mayWrite} />
        <DeskReturns order={order} mayWrite={mayWrite} />
        {mayWrite && <OrderActions order={order} />}
        <Customer order={order} isMasked={!mayWrite} />
        <Money order={order} />
      </div>
      <div className={own['past']}>
        <div className={own['words']}>
          <AddressQuestion order={order} mayAsk={mayWrite} />
          <OrderNotes notes={read.notes} />
        </div>
        <OrderPayments
          payments={order.payments ?? []}
          refundCalls={read.refundCalls}
          bankRefunds={read.bankRefunds}
          maySend={mayWrite}
        />
        <OrderDocuments order={order} mayIssue={mayWrite} />
        <OrderHistory read={read} />
      </div>
    </div>
  );
}
