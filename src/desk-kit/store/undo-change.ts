import { updateDeskRow, type DeskSource } from '../api/desk-rows.ts';
import type { DeskRow } from '../model/desk-row.ts';
import type { RowPatch } from '../model/table-edit.ts';
import { notify } from './desk-notices.ts';
import { askedAgain } from './desk-refusal.ts';

interface Changed {
  readonly source: Pick<DeskSource, 'table' | 'columns' | 'key'>;
  /** As it was left: once someone else has changed it, nothing is undone. */
  readonly row: Pick<DeskRow, 'id' | 'version'>;
  readonly before: RowPatch;
  readonly reload: () => Promise<void>;
}

/** Says what was changed, and offers to write what was there before. */
export function notifyChanged(text: string, { source, row, before, reload }: Changed): void {
  notify(text, async () => {
    const back = await updateDeskRow(source, row, before);
    if (!back.ok) return askedAgain(back.error);
    const { changed, current } = back.value;
    await reload();
    if (changed) return null;
    return `Not undone: someone else ${current ? 'changed' : 'removed'} it in the meantime.`;
  });
}
