import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { momentWords } from '#shared/date-words.ts';
import type { Order } from '../model/order.ts';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { isChangeable } from '../model/order-status.ts';
import { isOver } from '../store/my-orders.ts';
import { $session } from '#features/account/store/session.ts';
import { offeredOf, passOn, transfers } from '../store/transfers.ts';
import styles from './orders.module.css';

/** A paid place in a group buy can be somebody else's, once both have said so. */
export function PassOn({ order }: { readonly order: Order }) {
  const isSignedIn = useStore($session).status === 'signed-in';
  const isGroupBuy = order.lines.some((line) => line.sold_as === 'group_buy');
  const until = order.change_address_until ?? null;
  const isPaid = order.status !== 'awaiting_payment';
  if (!isSignedIn || !isGroupBuy || !isPaid || !isChangeable(order.status, until)) return null;
  if (!until) return <Asking order={order} />;
  return isOver(until) ? (
    <p className={styles['soft']}>The deadline to transfer this order was {momentWords(until)}.</p>
  ) : (
    <Asking order={order} />
  );
}

function Asking({ order }: { readonly order: Order }) {
  const offered = offeredOf(useStore(transfers.$state), order.id);
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (to: string | null) => {
    setSending(true);
    const answer = await passOn(order, to);
    setSending(false);
    setFault(answer);
    if (answer === null) setOpen(false);
  };
  const told = fault !== null && <Notice tone="fault" role="alert" title={fault} />;
  if (offered !== null) {
    return (
      <section className="no-print">
        <Notice tone="info" title={`Waiting for ${offered.email}`}>
          <p>
            We asked them to accept this order by {momentWords(offered.expires_at)}. Until they do,
            it stays yours.
          </p>
          <p>
            <Button size="small" pending={isSending} onClick={() => void send(null)}>
              Withdraw the request
            </Button>
          </p>
        </Notice>
        {told}
      </section>
    );
  }
  return (
    <div className="no-print">
      <Button size="small" onClick={() => setOpen(true)}>
        Transfer to someone else
      </Button>
      <Dialog
        open={isOpen}
        title={`Transfer ${order.number}`}
        onClose={() => setOpen(false)}
        foot={
          <Button look="primary" pending={isSending} onClick={() => void send(email)}>
            Send request
          </Button>
        }
      >
        <div className={styles['form']}>
          <p>
            We e-mail them. They sign in with that e-mail address and enter their own delivery
            address. The whole order is then theirs and you no longer see it. Refunds go to whoever
            paid.
          </p>
          <Field
            label="Their e-mail address"
            type="email"
            required
            maxLength={254}
            value={email}
            onChange={(event) => {
              setFault(null);
              setEmail(event.target.value);
            }}
          />
          {told}
        </div>
      </Dialog>
    </div>
  );
}
