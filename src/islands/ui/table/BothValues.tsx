import type { ReactNode } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Table } from '#islands/ui/Table.tsx';
import styles from '#styles/desk/desk.module.css';

export interface BothSides {
  readonly key: string;
  readonly name: string;
  readonly theirs: string;
  readonly mine: string;
}

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
        Nothing of yours is written yet, and nothing of theirs is lost.
        {rows.length === 0 && ' They changed other things than you: both can stand.'}
      </p>
      {rows.length > 0 && (
        <Table label="Both values">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, theirs, mine }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{theirs || 'nothing'}</td>
                <td>{mine || 'nothing'}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {children}
      <div className={styles['line']}>
        <Button size="small" disabled={isBusy} onClick={() => onSettle(false)}>
          Take theirs
        </Button>
        <Button size="small" look="primary" disabled={isBusy} onClick={() => onSettle(true)}>
          Save mine over it
        </Button>
      </div>
    </Notice>
  );
}
