import { DeskGate, type DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { CustomerCard } from './CustomerCard.tsx';
import { CustomerList } from './CustomerList.tsx';
import { useShownCustomer } from './use-shown-customer.ts';

export function CustomersDesk() {
  return (
    <DeskGate
      name="the customers desk"
      desk="customers"
      renderDesk={(role) => <OpenDesk role={role} />}
    />
  );
}

function OpenDesk({ role }: { readonly role: DeskRole }) {
  const shown = useShownCustomer();
  if (shown.status !== 'closed') return <CustomerCard shown={shown} role={role} />;
  return <CustomerList isMasked={role === 'support'} />;
}
