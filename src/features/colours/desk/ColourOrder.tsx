import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { idsInOrder } from '#desk-kit/model/row-order.ts';
import { Button } from '#ui/react/Button.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Picker } from '#desk-kit/ui/Picker.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import {
  $colourOrder,
  chooseGroup,
  readOrder,
  saveOrder,
  undoOrder,
} from '../store/desk-colour-order.ts';
import {
  $colourGroups,
  $groupsProblem,
  readGroups,
  type ColourGroups,
} from '../store/desk-colorways.ts';
import styles from '#ui/styles/desk.module.css';
import own from './order.module.css';
import { OrderItem } from './OrderItem.tsx';
import { OrderNotices } from './OrderNotices.tsx';
import { NotRead } from '#ui/react/NotRead.tsx';

/** Colours of one palette, or editions of one sculpt, in the order in which visitors see them. */
export function ColourOrder() {
  const groups = useStore($colourGroups);
  const problem = useStore($groupsProblem);
  if (groups === null && problem !== null) {
    return (
      <NotRead
        title="Palettes and sculpts could not be loaded"
        message={problem}
        onAgain={() => void readGroups()}
      />
    );
  }
  if (groups === null) return <Skeleton lines={8} label="Loading palettes and sculpts" />;
  return <Groups groups={groups} />;
}

function Groups({ groups }: { readonly groups: readonly ColourGroups[] }) {
  const { group } = useStore($colourOrder);
  const first = groups.find(({ rows }) => rows.length > 0);
  useEffect(() => {
    const id = first?.rows[0]?.id;
    if (group === null && first && id !== undefined) void chooseGroup({ column: first.column, id });
  }, [group, first]);
  const choose = (value: string) => {
    const [column = '', id = ''] = value.split(' ');
    if (id !== '') void chooseGroup({ column, id });
  };
  return (
    <div className={styles['stack']}>
      <label className={own['choice']}>
        <b>Set the display order for</b>
        <Picker
          value={group ? `${group.column} ${group.id}` : ''}
          onChange={(event) => choose(event.target.value)}
        >
          {groups.map(({ title, column, rows }) => (
            <optgroup key={column} label={title}>
              {rows.map((row) => (
                <option key={row.id} value={`${column} ${row.id}`}>
                  {row.values.title}
                </option>
              ))}
            </optgroup>
          ))}
        </Picker>
      </label>
      <p className={styles['small']}>
        The order you set here is the one visitors see: colours in the picker, editions on the
        artisans page.
      </p>
      {group === null ? (
        <EmptyState title="No palette yet">
          Add one in the Palettes tab, then its colours.
        </EmptyState>
      ) : (
        <Order />
      )}
    </div>
  );
}

function Order() {
  const { load, group, rows, saved, isSaving, message } = useStore($colourOrder);
  if (load === 'loading') return <Skeleton lines={10} label="Loading the order" />;
  if (load === 'failed') {
    return (
      <NotRead
        title="The order could not be loaded"
        message={message}
        onAgain={() => group && void readOrder(group)}
      />
    );
  }
  const isChanged = idsInOrder(rows) !== idsInOrder(saved);
  return (
    <>
      <OrderNotices />
      <div className={styles['bar']}>
        <output className={styles['small']}>
          {message ?? 'Drag a colour to its place, or use the arrows.'}
        </output>
        <span className={styles['push']} />
        <Button size="small" disabled={!isChanged} onClick={undoOrder}>
          Undo all
        </Button>
        <Button
          size="small"
          look="primary"
          pending={isSaving}
          disabled={!isChanged}
          onClick={() => void saveOrder()}
        >
          Save the order
        </Button>
      </div>
      <ol className={own['order']} aria-label="Display order">
        {rows.map((row, index) => (
          <OrderItem key={row.id} row={row} index={index} count={rows.length} />
        ))}
      </ol>
    </>
  );
}
