import { useState } from 'react';
import type { Order } from '../../model/order.ts';
import { orderStages } from '../../model/order-status.ts';
import { Button } from '#ui/react/Button.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import { askOpenAddress } from '../../store/desk-order-actions.ts';
import styles from '#ui/styles/desk.module.css';

type Props = { readonly order: Order; readonly mayAsk: boolean };

/** An address that will not do: its customer is asked, and nothing leaves until they answer. */
export function AddressQuestion({ order, mayAsk }: Props) {
  const [text, setText] = useTyped();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const asked = order.address_question ?? null;
  const isInHand =
    orderStages[order.status].isHere && order.shipments.every(({ status }) => status === 'planned');
  if (asked === null && !(mayAsk && isInHand)) return null;
  async function send(question: string | null) {
    setBusy(true);
    const answer = await askOpenAddress(question);
    setBusy(false);
    setProblem(answer);
    if (answer === null) setText('');
  }
  return (
    <section className={styles['card']} aria-label="Address problem">
      <h3>Address problem</h3>
      {asked !== null && (
        <Notice tone="caution" title="The customer was asked">
          <p>{asked}</p>
          <p>The order won’t ship until they answer.</p>
        </Notice>
      )}
      {mayAsk && (
        <>
          <TextArea
            label={asked === null ? 'What is wrong' : 'Ask again'}
            hint="The customer sees this in an e-mail and on the order page"
            rows={3}
            maxLength={500}
            error={problem ?? undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div className={styles['line']}>
            <Button
              size="small"
              pending={isBusy}
              disabled={text.trim().length < 2}
              onClick={() => void send(text.trim())}
            >
              Ask the customer
            </Button>
            {asked !== null && (
              <Button size="small" look="quiet" onClick={() => void send(null)}>
                Withdraw the request
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}
