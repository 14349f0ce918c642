/**
 * What somebody opened from the command bar, in this browser. Invariant: nothing of a customer is kept,
 * neither their mail nor the name on their order.
 */
import { atom } from 'nanostores';
import { deskOfKind, findKinds, type DeskFind } from '#desk-kit/model/desk-find.ts';
import { isRecord } from '#desk-kit/model/desk-row.ts';
import { mayOpen, type DeskRole } from '#desk-kit/model/desk-rights.ts';
import { findCommand, type Command } from '../model/commands.ts';

const storageKey = 'keywright:desk:recent';
const mostKept = 6;

type Kept = Pick<DeskFind, 'kind' | 'record' | 'title'> & { readonly note: string };

function read(): readonly Kept[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return (Array.isArray(stored) ? stored : []).flatMap((each: unknown) => {
      if (!isRecord(each)) return [];
      const { kind, record, title, note } = each;
      const known = findKinds.find((name) => name === kind && name !== 'customer');
      const isWhole = typeof record === 'string' && typeof title === 'string';
      return known === undefined || !isWhole
        ? []
        : [{ kind: known, record, title, note: typeof note === 'string' ? note : '' }];
    });
  } catch {
    return [];
  }
}

export const $kept = atom<readonly Kept[]>([]);

/** Another tab may have opened something since. */
export const readRecent = (): void => $kept.set(read());

export function noteRecent({ kind, record, title, note }: DeskFind): void {
  if (kind === 'customer') return;
  const kept = { kind, record, title, note: kind === 'order' ? '' : note };
  const others = read().filter((each) => each.kind !== kind || each.record !== record);
  try {
    localStorage.setItem(storageKey, JSON.stringify([kept, ...others].slice(0, mostKept)));
  } catch {
    // A full or forbidden storage only means that nothing is recalled.
  }
}

const unknown = { status: '', count: null, amount_minor: null, currency: '', at: null, rank: 0 };

/** Of what the role may open still. */
export function recentCommands(kept: readonly Kept[], role: DeskRole): readonly Command[] {
  return kept
    .filter(({ kind }) => mayOpen(role, deskOfKind[kind]))
    .map((each) => ({ ...findCommand({ ...unknown, ...each }), state: '' }));
}
