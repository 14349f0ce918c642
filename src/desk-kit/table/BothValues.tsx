import type { ReactNode } from 'react';
import type { BothSides } from '../model/table-edit.ts';
import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import styles from '#ui/styles/desk.module.css';
import { BothTable } from './BothTable.tsx';

type Props = {
  readonly title?: string | undefined;
  /** None where what both changed goes together. */
  readonly rows: readonly BothSides[];
  readonly isBusy?: boolean;
  readonly onSettle: (keepMine: boolean) => void;
  readonly children?: ReactNode;
};

/** The second of two sees what the first made of it, beside what they typed, before anything is written over. */
export function BothValues({ title, rows, isBusy = false, onSettle, children }: Props) {
  return (
    <Notice tone="caution" role="alert" title={title ?? 'Someone else saved this in the meantime'}>
      <p>
        Your changes are not saved yet, and theirs are kept.
        {rows.length === 0 && ' You changed different fields, so both can be kept.'}
      </p>
      {rows.length > 0 && <BothTable rows={rows} />}
      {children}
      <div className={styles['line']}>
        <Button size="small" disabled={isBusy} onClick={() => onSettle(false)}>
          Keep theirs
        </Button>
        <Button size="small" look="primary" disabled={isBusy} onClick={() => onSettle(true)}>
          Overwrite with mine
        </Button>
      </div>
    </Notice>
  );
}
