import { useState } from 'react';
import { StepDialog } from '#desk-kit/ui/StepDialog.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import styles from '#ui/styles/desk.module.css';
import type { DesignRecord } from '../model/design-record.ts';
import { decideDesign } from '../store/desk-designs.ts';

export type Decision = 'hide' | 'show' | 'keep';

interface Words {
  readonly title: string;
  readonly verb: string;
  /** What the maker sees of it, then what everyone else does. */
  readonly maker: string;
  readonly others: string;
}

const words: Readonly<Record<Decision, Words>> = {
  hide: {
    title: 'Hide this design from the gallery?',
    verb: 'Hide from the gallery',
    maker:
      'Its maker keeps the design and can still change, delete or order it. Its page tells them that our staff hid it, but not why.',
    others:
      'For shoppers it is gone from the gallery at once, and its link leads to “Page not found”. Copies and orders of it stay as they are.',
  },
  show: {
    title: 'Show this design again?',
    verb: 'Show again',
    maker: 'Its maker no longer reads that our staff hid it.',
    others: 'Shoppers find it in the gallery again, and its link works again.',
  },
  keep: {
    title: 'Keep this design in the gallery?',
    verb: 'Keep in the gallery',
    maker: 'Its maker sees no change and learns nothing of the reports.',
    others: 'Shoppers still find it in the gallery. Whoever reported it can report it again.',
  },
};

/** Of a design that only its link leads to. */
const linkWords: Readonly<Record<Decision, Omit<Words, 'maker'>>> = {
  hide: {
    title: 'Hide this design?',
    verb: 'Hide',
    others: 'Its link leads to “Page not found” at once. Copies and orders of it stay as they are.',
  },
  show: { title: words.show.title, verb: words.show.verb, others: 'Its link works again.' },
  keep: {
    title: 'Keep this design?',
    verb: 'Keep',
    others: 'Its link still works. Whoever reported it can report it again.',
  },
};

const least = 3;
const most = 500;

type Props = {
  readonly record: DesignRecord;
  readonly decision: Decision;
  readonly onClose: () => void;
};

/** Asks why, and says what comes of it. */
export function DecideDialog({ record, decision, onClose }: Props) {
  const { maker } = words[decision];
  const { title, verb, others } = (record.is_public ? words : linkWords)[decision];
  const [reason, setReason] = useState('');
  const open = record.reports.filter((report) => report.answered_at === null).length;
  const typed = reason.trim();
  return (
    <StepDialog
      title={title}
      verb={verb}
      look={decision === 'hide' ? 'danger' : 'primary'}
      isBlocked={typed.length < least}
      isUnsaved={typed !== ''}
      onGo={() => decideDesign(record, decision === 'hide', typed)}
      onClose={onClose}
    >
      <p>
        <b>{record.name}</b>
      </p>
      <ul className={styles['plain']}>
        <li>{maker}</li>
        <li>{others}</li>
        {open > 0 && (
          <li>
            {open === 1 ? 'Its open report is' : `Its ${open} open reports are`} answered with this.
          </li>
        )}
      </ul>
      <TextArea
        label="Reason"
        hint={`${least} to ${most} characters, kept in the history with your name. Only staff can see it.`}
        rows={3}
        maxLength={most}
        required
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </StepDialog>
  );
}
