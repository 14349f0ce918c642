import { useState, type ReactNode } from 'react';
import type { Faults } from '../model/desk-faults.ts';
import type { AnyValues, Draft } from '../model/desk-row.ts';
import type { RowFormState } from '../model/row-form.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { RowFields, type RowField } from '../ui/RowFields.tsx';
import styles from '#ui/styles/desk.module.css';
import { RowConflict } from './RowConflict.tsx';

type Props<Values> = {
  readonly state: RowFormState<Values>;
  readonly title: string;
  readonly fields: readonly RowField[];
  readonly actions: {
    readonly close: () => void;
    patch(patch: Draft<Values>['values']): void;
    readonly save: () => Promise<void>;
    readonly settle: (keepMine: boolean) => Promise<void>;
    readonly remove: () => Promise<void>;
  };
  /** What must be known before it is removed; without it nothing can be. */
  readonly removal?: string;
  /** What keeps it from being saved: told of a field that was changed, and of all once it is to be saved. */
  faultsOf?(row: Draft<Values>): Faults;
  readonly children?: ReactNode;
};

/** One row of a desk to read and change. */
export function RowDialog<Values extends AnyValues>(props: Props<Values>) {
  const { state, title, fields, actions, removal, faultsOf, children } = props;
  const { row, patch, isSaving, problem, conflict } = state;
  const [tried, setTried] = useState<Draft<Values> | null>(null);
  const [isAsked, setAsked] = useState(false);
  const shown = row && { ...row, values: { ...row.values, ...patch } };
  const isNew = row?.version === null;
  const faults = (shown && faultsOf?.(shown)) ?? {};
  const told = Object.entries(faults).filter(([name]) => tried === row || name in patch);
  const save = () => {
    setTried(row);
    // What this form doesn't show can't be mended in it: the database has the last word.
    if (!fields.some(({ name }) => name in faults)) void actions.save();
  };
  const close = () => {
    setTried(null);
    setAsked(false);
    actions.close();
  };
  // One press tells what goes with it, the second does it.
  const remove = () => {
    setAsked(!isAsked);
    if (isAsked) void actions.remove();
  };
  return (
    <DeskDialog
      open={row !== null}
      title={title}
      unsaved={Object.keys(patch).length > 0}
      onClose={close}
      wide={fields.length > 6 || Boolean(children)}
      renderFoot={(ask) => (
        <>
          {removal !== undefined && !isNew && (
            <Button look="danger" onClick={remove}>
              {isAsked ? 'Yes, remove it' : 'Remove'}
            </Button>
          )}
          <Button onClick={ask}>Cancel</Button>
          <Button
            look="primary"
            pending={isSaving}
            disabled={!isNew && Object.keys(patch).length === 0}
            onClick={save}
          >
            Save
          </Button>
        </>
      )}
    >
      <div className={styles['stack']}>
        {problem !== null && (
          <Notice tone="fault" role="alert" title="Not saved">
            <p>{problem}</p>
          </Notice>
        )}
        {conflict !== null && (
          <RowConflict conflict={conflict} fields={fields} onSettle={actions.settle} />
        )}
        {shown && (
          <RowFields
            row={shown}
            fields={fields}
            errors={Object.fromEntries(told)}
            onPatch={(typed) => actions.patch(typed as Draft<Values>['values'])}
          />
        )}
        {children}
        {removal !== undefined && !isNew && (
          <p className={isAsked ? styles['fault'] : styles['small']}>{removal}</p>
        )}
      </div>
    </DeskDialog>
  );
}
