import type { GridProps } from './TableGrid.tsx';

const inARow = new Intl.ListFormat('en-GB');

type Told = Pick<GridProps, 'columns' | 'hasBulk' | 'onOpen'>;

/** What the keys of this grid do, and of the desk around it, in a line below it. */
export function keyHelp({ columns, hasBulk, onOpen }: Told): string {
  const canEdit = columns.some(({ edit }) => edit !== undefined);
  const enter = [onOpen && 'open a row', canEdit && 'change a value'].filter(Boolean);
  const keys = [
    'the arrow keys to move',
    enter.length > 0 && `Enter to ${enter.join(' or ')}`,
    hasBulk && 'Space to select a row',
    hasBulk && 'Shift + Space to select a range',
    hasBulk && 'Escape to clear the selection',
  ].filter((key) => key !== false);
  return `In the table, use ${inARow.format(keys)}. Press Ctrl + K or / to search the desk.`;
}
