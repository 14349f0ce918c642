import { DeskGate, type DeskRole } from '../gate/DeskGate.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderList } from './OrderList.tsx';
import { useOpenOrder } from './use-open-order.ts';

export function OrdersDesk() {
  return (
    <DeskGate
      name="the orders desk"
      allows={['owner', 'fulfilment', 'support']}
      renderDesk={(role) => <OpenDesk role={role} />}
    />
  );
}

function OpenDesk({ role }: { readonly role: DeskRole }) {
  const open = useOpenOrder();
  return open.status === 'closed' ? (
    <OrderList role={role} />
  ) : (
    <OrderDetail open={open} role={role} />
  );
}
