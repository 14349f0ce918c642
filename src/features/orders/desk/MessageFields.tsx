import { Field, TextArea } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import styles from '#ui/styles/desk.module.css';
import { fillMessage, messageParagraphs, type MessageValues } from '../model/order-message.ts';

type Props = {
  readonly subject: string;
  readonly text: string;
  readonly onChange: (part: { readonly subject?: string; readonly text?: string }) => void;
};

export function MessageFields({ subject, text, onChange }: Props) {
  return (
    <>
      <Field
        label="Subject"
        maxLength={120}
        value={subject}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <TextArea
        label="Text"
        hint="An empty line starts a new paragraph"
        rows={6}
        maxLength={4000}
        value={text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
    </>
  );
}

type PreviewProps = {
  readonly subject: string;
  readonly text: string;
  readonly values: MessageValues;
};

/** What the customer of one order reads. */
export function MessagePreview({ subject, text, values }: PreviewProps) {
  return (
    <Notice title={fillMessage(subject, values) || 'No subject'}>
      {messageParagraphs(fillMessage(text, values)).map((part) => (
        <p key={part}>{part}</p>
      ))}
      <p className={styles['small']}>What {values.number} gets, with a link to the order.</p>
    </Notice>
  );
}
