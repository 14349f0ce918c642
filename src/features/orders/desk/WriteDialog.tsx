import { useState } from 'react';
import { formatMoney } from '#shared/money.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import styles from '#ui/styles/desk.module.css';
import type { Order } from '../model/order.ts';
import { messageProblem } from '../model/order-message.ts';
import { writeToOpenOrder } from '../store/desk-order-actions.ts';
import { MessageFields, MessagePreview } from './MessageFields.tsx';

type Props = { readonly order: Order; readonly onClose: () => void };

const blank = () => ({ key: crypto.randomUUID(), subject: 'Your order {number}', text: '' });

/** A message to the customer of one order; the same words sent twice are one e-mail. */
export function WriteDialog({ order, onClose }: Props) {
  const [message, setMessage] = useState(blank);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { subject, text } = message;
  const wrong = messageProblem(subject, text);
  async function send() {
    setBusy(true);
    const refusal = await writeToOpenOrder(message).finally(() => setBusy(false));
    setProblem(refusal);
    if (refusal === null) onClose();
  }
  return (
    <DeskDialog
      open
      title={`Write about ${order.number}`}
      unsaved={text.trim() !== ''}
      onClose={onClose}
      renderFoot={(close) => (
        <>
          <Button look="quiet" onClick={close}>
            Cancel
          </Button>
          <Button
            look="primary"
            pending={isBusy}
            disabled={wrong !== null}
            onClick={() => void send()}
          >
            Send e-mail
          </Button>
        </>
      )}
    >
      <div className={styles['stack']}>
        <p className={styles['small']}>
          One e-mail, kept in the order’s history, where the customer reads it too. {'{name}'},{' '}
          {'{number}'} and {'{total}'} are filled in.
        </p>
        <MessageFields
          subject={subject}
          text={text}
          // Other words are another message.
          onChange={(part) => setMessage({ ...message, ...part, key: crypto.randomUUID() })}
        />
        {text.trim() !== '' && (
          <MessagePreview
            subject={subject}
            text={text}
            values={{
              name: order.address?.['name'] ?? '(their name)',
              number: order.number,
              total: formatMoney(order.totalMinor, order.currency),
            }}
          />
        )}
        {text.trim() !== '' && wrong !== null && <p className={styles['small']}>{wrong}</p>}
        {problem !== null && (
          <p role="alert" className={styles['fault']}>
            {problem}
          </p>
        )}
      </div>
    </DeskDialog>
  );
}
