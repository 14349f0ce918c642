import { useStore } from '@nanostores/react';
import { latePart } from '#ui/react/late-part.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { DeskTabs } from '#desk-kit/ui/DeskTabs.tsx';
import { useTab } from '#desk-kit/ui/use-tab.ts';
import { orderTabs } from '../model/desk-tabs.ts';
import { $slips } from '../store/desk-slips.ts';
import { DeskGate, type DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { OrderDetail } from './details/OrderDetail.tsx';
import { OrderList } from './list/OrderList.tsx';
import { PackingSlips } from './slips/PackingSlips.tsx';
import { useOpenOrder } from './use-open-order.ts';

// What draws charts is large, and most visits of this desk want none.
const Figures = latePart({
  load: () => import('./figures/Figures.tsx').then((code) => code.Figures),
  waiting: <Skeleton lines={14} label="Loading the charts" />,
});

export function OrdersDesk() {
  return (
    <DeskGate
      name="the orders desk"
      desk="orders"
      renderDesk={(role) => <OpenDesk role={role} />}
    />
  );
}

function OpenDesk({ role }: { readonly role: DeskRole }) {
  const open = useOpenOrder();
  const slips = useStore($slips);
  if (slips.status !== 'closed' && role !== 'support') return <PackingSlips state={slips} />;
  if (open.status !== 'closed') return <OrderDetail open={open} role={role} />;
  return role === 'support' ? <OrderList role={role} /> : <WithFigures role={role} />;
}

function WithFigures({ role }: { readonly role: DeskRole }) {
  const tabs = orderTabs(role);
  const [tab, show] = useTab(tabs.map(({ id }) => id));
  return (
    <DeskTabs label="Orders" tabs={tabs} selected={tab} onSelect={show}>
      {tab === 'orders' ? <OrderList role={role} /> : <Figures />}
    </DeskTabs>
  );
}
