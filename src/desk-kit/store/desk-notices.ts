/** What was just done at a desk, said for a moment. Undo is offered where the act has a true inverse. */
import { atom } from 'nanostores';

export interface DeskNotice {
  readonly id: string;
  readonly text: string;
  /** Gives null when it is undone, and otherwise a sentence that says why it isn't. */
  readonly undo?: () => Promise<string | null>;
}

export const $notices = atom<readonly DeskNotice[]>([]);

/** What is read at a glance: an older one makes room. */
const mostAtOnce = 3;
let count = 0;

export function notify(text: string, undo?: DeskNotice['undo']): void {
  count += 1;
  const notice = { id: `notice-${count}`, text, ...(undo ? { undo } : {}) };
  $notices.set([...$notices.get(), notice].slice(-mostAtOnce));
}

export function dismissNotice(id: string): void {
  $notices.set($notices.get().filter((notice) => notice.id !== id));
}

/** Pressed once: a second press finds nothing to undo. */
export async function undoNotice({ id, undo }: DeskNotice): Promise<void> {
  if (!$notices.get().some((notice) => notice.id === id)) return;
  dismissNotice(id);
  const problem = await undo?.();
  notify(problem ?? 'Undone.');
}
