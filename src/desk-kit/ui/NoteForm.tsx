import { useState } from 'react';
import { Button } from '#ui/react/Button.tsx';
import { TextArea } from '#ui/react/Field.tsx';
import { useTyped } from '#ui/react/unsaved.ts';
import styles from '#ui/styles/desk.module.css';

type Props = {
  /** Gives what went wrong, or null: then the field is empty again. */
  readonly onAdd: (text: string) => Promise<string | null>;
};

/** What colleagues tell each other; customers read none of it. */
export function NoteForm({ onAdd }: Props) {
  const [text, setText] = useTyped();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function add() {
    setBusy(true);
    const wrong = await onAdd(text.trim()).finally(() => setBusy(false));
    setProblem(wrong);
    if (wrong === null) setText('');
  }
  return (
    <>
      <TextArea
        label="Note for colleagues"
        rows={3}
        maxLength={2000}
        error={problem ?? undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles['line']}>
        <Button size="small" disabled={isBusy || text.trim().length < 2} onClick={() => void add()}>
          Add note
        </Button>
      </div>
    </>
  );
}
