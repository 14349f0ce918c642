import { useState } from 'react';
import type { Order } from '../model/order.ts';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { orderStages } from '../model/order-status.ts';
import { askForLink } from '../store/order-changes.ts';

type Props = {
  readonly order: Order;
  readonly mustAgree: boolean;
  /** Its refund waits for an account: that can still be changed. */
  readonly isOwed?: boolean;
};

/** For a guest whose link has grown old: it shows the order, and a new one changes it. */
export function LinkByMail({ order, mustAgree, isOwed = false }: Props) {
  const [isSent, setSent] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  if (orderStages[order.status].isHere === isOwed) return null;
  const send = async () => {
    setSending(true);
    const answer = await askForLink(order);
    setFault(answer);
    setSent(answer === null);
    setSending(false);
  };
  const asks = Boolean(order.address_question);
  return (
    <div className="no-print">
      <Notice
        tone={asks || mustAgree ? 'caution' : 'info'}
        title={asks ? 'We have a question about the address' : 'This link only shows the order'}
      >
        {asks && <p>{order.address_question}</p>}
        <p>
          {isOwed
            ? 'To enter your bank account, send a new link to the e-mail address this order was placed with.'
            : mustAgree
              ? 'You need to agree to our terms before you pay. Ask for a new link to do that.'
              : 'A link lets you change an order for one day. To change or cancel this order, send a new link to the e-mail address it was placed with.'}
        </p>
        {isSent ? (
          <output>
            We’ve sent a link to the e-mail address of this order. Open it within 24 hours.
          </output>
        ) : (
          <p>
            <Button size="small" pending={isSending} onClick={() => void send()}>
              Send me a link to change this order
            </Button>
          </p>
        )}
        {fault !== null && <p role="alert">{fault}</p>}
      </Notice>
    </div>
  );
}
