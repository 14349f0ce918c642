import type { ReactNode } from 'react';
import styles from '../styles/dialog.module.css';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  readonly open: boolean;
  readonly title: string;
  /** What the key does, as a verb: "Remove Ada". */
  readonly verb: string;
  readonly stay?: string;
  readonly look?: 'primary' | 'danger';
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will happen, with its numbers. */
  readonly children: ReactNode;
};

/** Before what can't be undone. */
export function ConfirmDialog(props: Props) {
  const { open, title, verb, stay = 'Cancel', look = 'danger', onConfirm, onClose } = props;
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{stay}</Button>
          <Button look={look} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      <div className={styles['told']}>{props.children}</div>
    </Dialog>
  );
}
