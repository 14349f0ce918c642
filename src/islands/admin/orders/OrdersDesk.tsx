import { DeskGate } from '../gate/DeskGate.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderList } from './OrderList.tsx';
import { useOpenOrder } from './use-open-order.ts';

export function OrdersDesk() {
  return (
    <DeskGate
      name="the orders desk"
      allows={['owner', 'fulfilment', 'support']}
      renderDesk={() => <OpenDesk />}
    />
  );
}

function OpenDesk() {
  const open = useOpenOrder();
  return open.status === 'closed' ? <OrderList /> : <OrderDetail open={open} />;
}
