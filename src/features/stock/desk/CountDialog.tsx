import { useStore } from '@nanostores/react';
import {
  countOfPool,
  isReason,
  planCount,
  signed,
  type CountMode,
  type PoolCount,
} from '../model/stock-count.ts';
import { Button } from '#ui/react/Button.tsx';
import { DeskDialog } from '#ui/react/DeskDialog.tsx';
import { Field } from '#ui/react/Field.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { BothValues } from '#desk-kit/table/BothValues.tsx';
import { Toasts } from '#ui/react/Toasts.tsx';
import {
  $counted,
  $counting,
  closeCount,
  patchCount,
  saveCount,
  settleCount,
  type Counting,
} from '../store/desk-stock.ts';
import styles from '#ui/styles/desk.module.css';
import { CountInWords } from './CountInWords.tsx';
import { PoolHistory } from './PoolHistory.tsx';

const modes: readonly { readonly value: CountMode; readonly label: string }[] = [
  { value: 'counted', label: 'There are now' },
  { value: 'changed', label: 'Change by' },
];

/** Where somebody who counted a pile says so, and why; of two at once the second is told. */
export function CountDialog() {
  const state = useStore($counting);
  const { pool, mode, typed, reason, isSaving, theirs } = state;
  const seen = pool && countOfPool(pool);
  const planned = seen && planCount(seen, mode, typed);
  const isReady = planned?.ok === true && isReason(reason) && theirs === null;
  return (
    <>
      <DeskDialog
        open={pool !== null}
        title={`Count: ${pool?.values.title ?? ''}`}
        unsaved={typed.trim() !== '' || reason.trim() !== ''}
        onClose={closeCount}
        renderFoot={(close) => (
          <>
            <Button onClick={close}>Close</Button>
            <Button
              look="primary"
              pending={isSaving}
              disabled={!isReady}
              onClick={() => void saveCount()}
            >
              {planned?.ok ? `Save ${planned.value.after} on hand` : 'Save the count'}
            </Button>
          </>
        )}
      >
        {seen && (
          <div className={styles['stack']}>
            <p>
              {pool.values.code}. <CountInWords count={seen} />
            </p>
            <Troubles state={state} seen={seen} />
            <Segments
              legend="How you counted"
              value={mode}
              choices={modes}
              onChange={(value) => patchCount({ mode: value, typed: '' })}
            />
            <Field
              label={mode === 'counted' ? 'Units in stock' : 'Units in or out'}
              hint={
                mode === 'counted'
                  ? 'Count everything, including what is reserved for orders.'
                  : '12 came, or -3 broke.'
              }
              inputMode={mode === 'counted' ? 'numeric' : 'text'}
              autoComplete="off"
              value={typed}
              error={typed === '' || planned?.ok !== false ? undefined : planned.error}
              onChange={(event) => patchCount({ typed: event.target.value })}
            />
            <Field
              label="Why"
              hint="For example a delivery, a recount or breakage. It is kept in the stock ledger."
              maxLength={300}
              autoComplete="off"
              value={reason}
              onChange={(event) => patchCount({ reason: event.target.value })}
            />
            <PoolHistory />
          </div>
        )}
      </DeskDialog>
      <CountedToast />
    </>
  );
}

type Trouble = { readonly state: Counting; readonly seen: PoolCount };

function Troubles({ state: { mode, typed, problem, theirs, isSaving }, seen }: Trouble) {
  const mine = planCount(seen, mode, typed);
  const wanted = mine.ok ? mine.value : { delta: 0, after: seen.onHand };
  const over = mode === 'changed' && theirs ? theirs.onHand + wanted.delta : wanted.after;
  return (
    <>
      {problem !== null && (
        <Notice tone="fault" role="alert" title="The count is not saved">
          <p>{problem}</p>
        </Notice>
      )}
      {theirs !== null && (
        <BothValues
          title={`Someone else changed the count: you saw ${seen.onHand}`}
          isBusy={isSaving}
          onSettle={(keepMine) => void settleCount(keepMine)}
          rows={[
            {
              key: 'on_hand',
              name: 'On hand',
              theirs: String(theirs.onHand),
              mine: mode === 'changed' ? `${signed(wanted.delta)}, so ${over}` : String(over),
            },
          ]}
        />
      )}
    </>
  );
}

function CountedToast() {
  const said = useStore($counted);
  const toasts = said === null ? [] : [{ id: 'counted', text: said }];
  return <Toasts toasts={toasts} onDismiss={() => $counted.set(null)} />;
}
