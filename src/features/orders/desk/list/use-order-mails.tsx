import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { messageProblem } from '../../model/order-message.ts';
import { Button } from '#ui/react/Button.tsx';
import { useUnsaved } from '#ui/react/unsaved.ts';
import {
  $messageSample,
  readMessageSample,
  writeToCustomers,
} from '../../store/desk-order-messages.ts';
import { orderTable } from '../../store/desk-orders.ts';
import { MessageFields, MessagePreview } from '../MessageFields.tsx';
import type { OrderAction } from './order-columns.tsx';
import styles from '#ui/styles/desk.module.css';

const blank = () => ({ key: crypto.randomUUID(), subject: '', text: '' });

/** Writes to the customers of many orders: the same words twice are one mail each. */
export function useOrderMails(): OrderAction {
  const [message, setMessage] = useState(blank);
  const [sentKey, setSentKey] = useState('');
  useUnsaved(`${message.subject}${message.text}`.trim() !== '' && message.key !== sentKey);
  const change = (part: { readonly subject?: string; readonly text?: string }) =>
    // Other words are another message: they may go to those who have read the first.
    setMessage((now) => ({ ...now, ...part, key: crypto.randomUUID() }));
  return {
    name: 'mail',
    title: 'Write to customers',
    explains:
      'Each customer gets a separate e-mail with a link to their order. {name}, {number} and {total} are filled in.',
    fields: (
      <>
        <MessageFields subject={message.subject} text={message.text} onChange={change} />
        <Preview subject={message.subject} text={message.text} />
      </>
    ),
    blocked: messageProblem(message.subject, message.text),
    nameOf: ({ values }) => values.number,
    whyNot: () => null,
    async run(rows, signal, onOutcome) {
      await writeToCustomers(rows, message, signal, onOutcome);
      setSentKey(message.key);
    },
  };
}

type PreviewProps = { readonly subject: string; readonly text: string };

/** How many people it reaches, and what the first of them reads. */
function Preview({ subject, text }: PreviewProps) {
  const { rows, selection } = useStore(orderTable.$state);
  const sample = useStore($messageSample);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = rows.filter(({ id }) => selection.chosen.has(id));
  const people = new Set(chosen.map(({ values }) => (values.email ?? '').toLowerCase())).size;
  const number = chosen[0]?.values.number ?? '';
  const isShown = sample !== null && sample.number === number;
  return (
    <>
      <p className={styles['line']}>
        <output>
          {chosen.length === 1 ? '1 e-mail' : `${chosen.length} e-mails`} to{' '}
          {people === 1 ? 'one person' : `${people} people`}.
        </output>
        {!isShown && number !== '' && (
          <Button size="small" onClick={() => void readMessageSample(number).then(setProblem)}>
            Show what {number} gets
          </Button>
        )}
      </p>
      {problem !== null && <p role="alert">{problem}</p>}
      {isShown && <MessagePreview subject={subject} text={text} values={sample} />}
    </>
  );
}
