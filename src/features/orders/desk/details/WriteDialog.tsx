import { useState } from 'react';
import { formatMoney } from '#shared/money.ts';
import styles from '#ui/styles/desk.module.css';
import type { Order } from '../../model/order.ts';
import { messageProblem } from '../../model/order-message.ts';
import { writeToOpenOrder } from '../../store/desk-order-actions.ts';
import { StepDialog } from '#desk-kit/ui/StepDialog.tsx';
import { MessageFields, MessagePreview } from '../MessageFields.tsx';

type Props = { readonly order: Order; readonly onClose: () => void };

const blank = () => ({ key: crypto.randomUUID(), subject: 'Your order {number}', text: '' });

/** A message to the customer of one order; the same words sent twice are one e-mail. */
export function WriteDialog({ order, onClose }: Props) {
  const [message, setMessage] = useState(blank);
  const { subject, text } = message;
  const wrong = messageProblem(subject, text);
  return (
    <StepDialog
      title={`Write about ${order.number}`}
      verb="Send e-mail"
      isBlocked={wrong !== null}
      isUnsaved={text.trim() !== ''}
      onGo={() => writeToOpenOrder(message)}
      onClose={onClose}
    >
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
            name: order.address?.name ?? '(their name)',
            number: order.number,
            total: formatMoney(order.total_minor, order.currency),
          }}
        />
      )}
      {text.trim() !== '' && wrong !== null && <p className={styles['small']}>{wrong}</p>}
    </StepDialog>
  );
}
