import { useRef, useState, type ReactNode } from 'react';
import { Button } from '#ui/react/Button.tsx';
import styles from './picker.module.css';

type Props = {
  /** What is asked for, read where the field is. */
  readonly label: string;
  readonly accept: string;
  readonly pending?: boolean;
  readonly onFile: (file: File) => void;
  readonly button: string;
  readonly note: string;
  readonly children?: ReactNode;
};

/** A file is dropped here, or chosen by the key in it. */
export function DropZone({ label, accept, pending, onFile, button, note, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => file && onFile(file);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key inside does the same for everyone
    <div
      className={styles['drop']}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        // The key opens it.
        tabIndex={-1}
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button size="small" pending={pending ?? false} onClick={() => input.current?.click()}>
        {button}
      </Button>
      <p className={styles['note']}>{note}</p>
      {children}
    </div>
  );
}
