import type { DeskRole } from '#desk-kit/gate/DeskGate.tsx';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { askToDiscard } from '#ui/react/unsaved.ts';
import { momentWords } from '#shared/date-words.ts';
import styles from '#ui/styles/desk.module.css';
import type { Customer } from '../model/customer.ts';
import type { ShownCustomer } from '../store/desk-customers.ts';
import own from './customer.module.css';
import { CustomerBan } from './CustomerBan.tsx';
import { CustomerConsents } from './CustomerConsents.tsx';
import { CustomerData } from './CustomerData.tsx';
import { CustomerHead } from './CustomerHead.tsx';
import { CustomerLists } from './CustomerLists.tsx';
import { CustomerMails } from './CustomerMails.tsx';
import { CustomerNotes } from './CustomerNotes.tsx';
import { CustomerOrders } from './CustomerOrders.tsx';
import { goToCustomer } from './use-shown-customer.ts';

type Props = {
  readonly shown: Exclude<ShownCustomer, { readonly status: 'closed' }>;
  readonly role: DeskRole;
};

export function CustomerCard({ shown, role }: Props) {
  const title =
    shown.status === 'open' ? shown.customer.name || shown.customer.email || 'No name' : 'Customer';
  return (
    <div className={styles['stack']}>
      <div className={styles['bar']}>
        <Button size="small" look="quiet" onClick={() => askToDiscard(() => goToCustomer(null))}>
          ← All customers
        </Button>
        <h2>{title}</h2>
        {shown.status === 'open' && <Badges customer={shown.customer} />}
      </div>
      {shown.status === 'loading' && <Skeleton lines={12} label="Loading the customer" />}
      {shown.status === 'nobody' && (
        <Notice tone="caution" title="Nobody is behind this order any more">
          <p>Its account was deleted, or it was made without an e-mail address.</p>
        </Notice>
      )}
      {shown.status === 'failed' &&
        (shown.isMissing ? (
          <Notice tone="caution" title="Customer not found">
            <p>Their data was deleted, or they have another card by now. Search the list.</p>
          </Notice>
        ) : (
          <NotRead
            title="The customer could not be loaded"
            message={shown.message}
            onAgain={() => dispatchEvent(new PopStateEvent('popstate'))}
          />
        ))}
      {shown.status === 'open' && <Whole customer={shown.customer} role={role} />}
    </div>
  );
}

function Badges({ customer }: { readonly customer: Customer }) {
  const { kind, ban } = customer;
  return (
    <>
      <Badge tone="plain">{kind === 'guest' ? 'Guest' : 'Account'}</Badge>
      {kind === 'account' && !customer.is_proven && (
        <Badge tone="waiting">E-mail not confirmed</Badge>
      )}
      {customer.is_staff && <Badge tone="open">Works here</Badge>}
      {ban !== null && <Badge tone="bad">Banned</Badge>}
      {customer.deletion_due_at !== null && <Badge tone="waiting">Will be deleted</Badge>}
    </>
  );
}

function Whole({ customer, role }: { readonly customer: Customer; readonly role: DeskRole }) {
  const { deletion_due_at: deletionDueAt } = customer;
  return (
    <>
      {deletionDueAt !== null && (
        <Notice tone="caution" title="This account is going to be deleted">
          <p>On {momentWords(deletionDueAt)}. Until then the customer can undo it.</p>
        </Notice>
      )}
      <div className={own['sheet']}>
        <div className={own['column']}>
          <CustomerOrders customer={customer} />
          <CustomerLists customer={customer} />
          <CustomerMails customer={customer} />
        </div>
        <div className={own['column']}>
          <CustomerHead key={customer.id} customer={customer} />
          <CustomerNotes key={`notes ${customer.id}`} customer={customer} />
          <CustomerConsents customer={customer} />
          {role === 'owner' && (
            <>
              <CustomerBan key={`ban ${customer.id}`} customer={customer} />
              <CustomerData key={`data ${customer.id}`} customer={customer} />
            </>
          )}
        </div>
      </div>
    </>
  );
}
