import { useState } from 'react';
import { nothingChosen } from '../model/table-selection.ts';
import type { TableState } from '../model/table-state.ts';
import { Button } from '#ui/react/Button.tsx';
import styles from '../ui/data-table.module.css';
import { BulkDialog } from './BulkDialog.tsx';
import type { BulkAction, ColumnWords, TableActions } from './table-model.ts';

type Props = {
  readonly state: TableState;
  readonly actions: TableActions;
  readonly bulk: readonly BulkAction[];
  readonly words: ColumnWords;
};

export function BulkBar({ state, actions, bulk, words }: Props) {
  const [name, setName] = useState<string | null>(null);
  const { chosen } = state.selection;
  const rows = state.rows.filter(({ id }) => chosen.has(id));
  const action = bulk.find((each) => each.name === name) ?? null;
  if (rows.length === 0 && action === null) return null;
  return (
    <section className={styles['bulk']} aria-label="Selected rows">
      <output>
        {rows.length} {rows.length === 1 ? 'row' : 'rows'} selected
      </output>
      {bulk.map((each) => (
        <Button
          key={each.name}
          size="small"
          look={each.danger ? 'danger' : 'plain'}
          onClick={() => {
            each.onOpen?.();
            setName(each.name);
          }}
        >
          {each.title}
        </Button>
      ))}
      <Button size="small" look="quiet" onClick={() => actions.select(nothingChosen)}>
        Clear selection
      </Button>
      {action !== null && (
        <BulkDialog
          key={action.name}
          action={action}
          rows={rows}
          words={words}
          onClose={() => {
            setName(null);
            void actions.ask(state.query);
          }}
        />
      )}
    </section>
  );
}
