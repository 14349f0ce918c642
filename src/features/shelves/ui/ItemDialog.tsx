import { useState } from 'react';
import { Failure } from '#features/account/ui/Panel.tsx';
import { useSaving } from '#features/account/ui/saving.ts';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { Field, TextArea } from '#ui/react/Field.tsx';
import { longest, noWords, type ItemWords, type ShelfItem } from '../model/shelf-item.ts';
import { addItem, changeItem } from '../store/own-shelf.ts';
import styles from './shelf.module.css';

type Props = {
  /** Null adds one. */
  readonly item: ShelfItem | null;
  readonly onClose: () => void;
};

function wordsOf({ title, choice, since, note }: ItemWords): ItemWords {
  return { title: title.trim(), choice: choice.trim(), since: since.trim(), note: note.trim() };
}

export function ItemDialog({ item, onClose }: Props) {
  // Sent again with the same id, it is there once.
  const [id] = useState(() => item?.id ?? crypto.randomUUID());
  const [words, setWords] = useState<ItemWords>(item === null ? noWords : wordsOf(item));
  const [isTried, setTried] = useState(false);
  const saving = useSaving();
  const change = (part: Partial<ItemWords>) => setWords((before) => ({ ...before, ...part }));
  const isNameless = words.title.trim() === '';
  const save = async () => {
    setTried(true);
    if (isNameless) return;
    const kept = wordsOf(words);
    if (await saving.run(() => (item === null ? addItem(id, kept) : changeItem(id, kept)), ''))
      onClose();
  };
  return (
    <Dialog
      open
      title={item === null ? 'Add to your shelf' : `Edit ${item.title}`}
      onClose={onClose}
    >
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label="What it is"
          value={words.title}
          maxLength={longest.title}
          error={isTried && isNameless ? 'Enter what it is, such as a board or a set.' : undefined}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <Field
          label="Colorway, kit or options"
          optional
          value={words.choice}
          maxLength={longest.choice}
          onChange={({ currentTarget }) => change({ choice: currentTarget.value })}
        />
        <Field
          label="Since when"
          optional
          hint="In your own words, such as “May 2019”."
          value={words.since}
          maxLength={longest.since}
          onChange={({ currentTarget }) => change({ since: currentTarget.value })}
        />
        <TextArea
          label="Note"
          optional
          rows={3}
          value={words.note}
          maxLength={longest.note}
          onChange={({ currentTarget }) => change({ note: currentTarget.value })}
        />
        {saving.failure !== null && <Failure failure={saving.failure} />}
        <div className={styles['keys']}>
          <Button look="primary" type="submit" pending={saving.isPending}>
            {item === null ? 'Add' : 'Save'}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
