import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { emptyAddress, type Address } from '#shared/address.ts';
import { momentWords } from '#shared/date-words.ts';
import type { Order } from '../model/order.ts';
import { AddressInputs } from '#ui/react/AddressInputs.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { $countryRules } from '#features/account/store/address-book.ts';
import { isChangeable } from '../model/order-status.ts';
import { isOver } from '../store/my-orders.ts';
import { changeAddress } from '../store/order-changes.ts';
import styles from './orders.module.css';

/** Another address in the same country, until parcels are addressed; or later, where we ask for it. */
export function AddressChange({ order }: { readonly order: Order }) {
  const rules = useStore($countryRules)?.find(({ code }) => code === order.country_code) ?? null;
  const [typed, setTyped] = useState<Address | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const until = order.change_address_until ?? null;
  const isAsked = Boolean(order.address_question);
  if (!order.address || !(isAsked || isChangeable(order.status, until))) return null;
  if (!isAsked && until !== null && isOver(until)) {
    return <p className={styles['soft']}>You could change it until {momentWords(until)}.</p>;
  }
  const close = () => setTyped(null);
  const send = async (address: Address) => {
    setSending(true);
    const answer = await changeAddress(order, address);
    setSending(false);
    setFault(answer);
    if (answer === null) close();
  };
  const change = (
    <Button
      look={isAsked ? 'plain' : 'quiet'}
      size="small"
      flush={!isAsked}
      onClick={() => setTyped({ ...emptyAddress, ...order.address, country: order.country_code })}
    >
      Change address
    </Button>
  );
  return (
    <div className="no-print">
      {isAsked && (
        <Notice tone="caution" title="We have a question about this address">
          <p>{order.address_question}</p>
          <p>We won’t ship until you correct the address or confirm it.</p>
          <p className={styles['acts']}>
            <Button
              size="small"
              pending={isSending && typed === null}
              onClick={() => void send({ ...emptyAddress, ...order.address })}
            >
              The address is correct
            </Button>
            {change}
          </p>
          {fault !== null && typed === null && <p role="alert">{fault}</p>}
        </Notice>
      )}
      {!isAsked && change}
      {!isAsked && until !== null && (
        <span className={styles['soft']}> until {momentWords(until)}</span>
      )}
      <Dialog
        open={typed !== null}
        title={`New address for ${order.number}`}
        onClose={close}
        foot={
          <Button
            look="primary"
            pending={isSending}
            onClick={() => typed !== null && void send(typed)}
          >
            Save address
          </Button>
        }
      >
        <div className={styles['form']}>
          {typed !== null && (
            <AddressInputs
              typed={typed}
              rules={rules}
              onChange={(part) => setTyped({ ...typed, ...part })}
            />
          )}
          {fault !== null && <Notice tone="fault" role="alert" title={fault} />}
        </div>
      </Dialog>
    </div>
  );
}
