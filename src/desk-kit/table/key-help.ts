import type { GridProps } from './TableGrid.tsx';

type Told = Pick<GridProps, 'columns' | 'hasBulk' | 'onOpen'>;

/** What the keys of this grid do, in one sentence below it. */
export function keyHelp({ columns, hasBulk, onOpen }: Told): string {
  const canEdit = columns.some(({ edit }) => edit !== undefined);
  const enter = [onOpen && 'opens a row', canEdit && 'changes a value'].filter(Boolean);
  const keys = [
    'arrow keys move',
    enter.length > 0 && `Enter ${enter.join(' or ')}`,
    hasBulk && 'Space selects a row and Shift + Space a range',
    hasBulk && 'Escape clears the selection',
  ];
  return `In the table, ${keys.filter(Boolean).join(', ')}.`;
}
