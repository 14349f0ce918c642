/**
 * What the command bar finds. Invariant: an answer that arrives late never replaces that of a later
 * question, and what was found stays until the next answer is there.
 */
import { map } from 'nanostores';
import { searchDesk } from '#desk-kit/api/search-desk.ts';
import type { DeskFind, FindKind } from '#desk-kit/model/desk-find.ts';
import { noticeLostRight } from '#desk-kit/store/staff.ts';

export interface CommandSearch {
  readonly status: 'idle' | 'looking' | 'ready' | 'failed';
  /** What the finds are of. */
  readonly answered: string;
  readonly finds: readonly DeskFind[];
  readonly problem: string;
}

const idle: CommandSearch = { status: 'idle', answered: '', finds: [], problem: '' };

export const $commandSearch = map<CommandSearch>(idle);

/** Whoever types on is not asked for each letter. */
const settleMs = 120;
const shortest = 2;

let asking: AbortController | null = null;
let due: ReturnType<typeof setTimeout> | undefined;

async function ask(text: string, kinds: readonly FindKind[] | undefined): Promise<void> {
  const own = new AbortController();
  asking = own;
  const parts = { signal: own.signal };
  const read = await searchDesk(text, kinds === undefined ? {} : { kinds }, parts);
  if (own.signal.aborted) return;
  if (read.ok) {
    $commandSearch.set({ status: 'ready', answered: text, finds: read.value, problem: '' });
    return;
  }
  if (read.error.kind === 'forbidden' || read.error.kind === 'signed_out') noticeLostRight();
  $commandSearch.set({ status: 'failed', answered: text, finds: [], problem: read.error.message });
}

export function findCommands(text: string, kinds?: readonly FindKind[]): void {
  asking?.abort();
  clearTimeout(due);
  if (text.length < shortest) return $commandSearch.set(idle);
  $commandSearch.setKey('status', 'looking');
  due = setTimeout(() => void ask(text, kinds), settleMs);
}
