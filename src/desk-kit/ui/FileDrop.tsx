import { useState, type ReactNode } from 'react';
import styles from '#ui/styles/desk.module.css';

type Props = {
  readonly label: string;
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** What is read under the field. */
  readonly children?: ReactNode;
};

/** Where files are dropped, or chosen. */
export function FileDrop({ label, accept, multiple = false, onFiles, children }: Props) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const given = [...(files ?? [])];
    if (given.length > 0) onFiles(multiple ? given : given.slice(0, 1));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the file field inside does the same by keyboard
    <div
      className={styles['drop']}
      data-over={isOver ? 'yes' : 'no'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <label>
        {label}
        <input
          type="file"
          accept={accept}
          multiple={multiple}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
      </label>
      {children}
    </div>
  );
}
