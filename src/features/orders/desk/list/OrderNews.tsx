import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import {
  $newOrders,
  mostNewOrders,
  refreshOrders,
  showNewOrders,
} from '../../store/desk-new-orders.ts';
import { orderTable } from '../../store/desk-orders.ts';
import own from '../order.module.css';

/** New orders are told of where there is room for it: no row moves before somebody asks for them. */
export function OrderNews() {
  const count = useStore($newOrders);
  const { load } = useStore(orderTable.$state);
  return (
    <div className={own['news']}>
      <output>{newsWords(count)}</output>
      <Button
        size="small"
        look={count > 0 ? 'primary' : 'plain'}
        pending={load.kind === 'loading'}
        onClick={() => void (count > 0 ? showNewOrders() : refreshOrders())}
      >
        {count > 0 ? 'Show' : 'Refresh'}
      </Button>
    </div>
  );
}

function newsWords(count: number): string {
  if (count === 0) return '';
  if (count > mostNewOrders) return `More than ${mostNewOrders} new orders.`;
  return count === 1 ? '1 new order.' : `${count} new orders.`;
}
