/**
 * The views of a table that the shop keeps, one's own and shared ones. Invariant: without network the
 * views of this browser stand, and nothing that was named is lost.
 */
import { atom, type ReadableAtom } from 'nanostores';
import type { BackendError } from '#shared/backend/errors.ts';
import { deleteDeskRows, insertDeskRow, readDeskRows, updateDeskRow } from '../api/desk-rows.ts';
import type { DeskView } from '../model/desk-view.ts';
import { notify } from './desk-notices.ts';
import { askedAgain } from './desk-refusal.ts';

const source = { table: 'desk_views', columns: '*' } as const;

/** No row waits longer for views. */
const longestWaitMs = 1_000;

/** Null when it is done, otherwise why not. */
type Done = Promise<string | null>;

type ViewPatch = Partial<Pick<DeskView, 'name' | 'search' | 'is_shared'>>;

export interface DeskViews {
  readonly $views: ReadableAtom<readonly DeskView[]>;
  /** Rows wait for it, or views would come between and move them. */
  readonly $isKnown: ReadableAtom<boolean>;
  read(): Promise<void>;
  /** `isOffline` where the shop can't be reached: the caller keeps it in this browser. */
  save(view: Pick<DeskView, 'name' | 'search' | 'is_shared'>): Promise<{
    readonly problem: string | null;
    readonly isOffline: boolean;
  }>;
  change(view: DeskView, patch: ViewPatch): Done;
  remove(view: DeskView): Done;
}

const known = new Map<string, DeskViews>();

/** One for each table of a page. */
export function viewsOf(list: string): DeskViews {
  const found = known.get(list) ?? createDeskViews(list);
  known.set(list, found);
  return found;
}

/** Each desk is the last part of its address. */
const deskHere = (): string => location.pathname.split('/')[2] ?? '';

function createDeskViews(list: string): DeskViews {
  const $views = atom<readonly DeskView[]>([]);
  const $isKnown = atom(false);
  const conditions = [{ column: 'list', operator: 'eq', value: list }];

  async function read(): Promise<void> {
    const impatience = setTimeout(() => $isKnown.set(true), longestWaitMs);
    const rows = await readDeskRows({ ...source, conditions, order: 'name', limit: 200 });
    clearTimeout(impatience);
    // What was read before stays where it can't be read anew.
    if (rows.ok) $views.set(rows.value.map(({ values }) => values));
    $isKnown.set(true);
  }

  async function add(view: Pick<DeskView, 'name' | 'search' | 'is_shared'>, id?: string) {
    const { name, search, is_shared: isShared } = view;
    const row = { desk: deskHere(), list, name: name.trim(), search, is_shared: isShared };
    const made = await insertDeskRow('desk_views', id === undefined ? row : { ...row, id });
    if (made.ok) await read();
    return made;
  }

  async function write(view: DeskView, patch: ViewPatch): Promise<string | null> {
    const saved = await updateDeskRow(
      source,
      { id: view.id, version: view.version },
      {
        ...(patch.name === undefined ? {} : { name: patch.name.trim() }),
        ...(patch.search === undefined ? {} : { search: patch.search }),
        ...(patch.is_shared === undefined ? {} : { is_shared: patch.is_shared }),
      },
    );
    await read();
    if (!saved.ok) return reasonOf(saved.error);
    if (saved.value.changed) return null;
    return saved.value.current === null
      ? 'Someone else deleted this view in the meantime.'
      : 'Someone else changed this view in the meantime. This is their version.';
  }

  const latest = (id: string) => $views.get().find((each) => each.id === id);

  async function remove(view: DeskView): Done {
    const gone = await deleteDeskRows('desk_views', [
      { column: 'id', operator: 'eq', value: view.id },
    ]);
    await read();
    if (!gone.ok) return reasonOf(gone.error);
    if (gone.value === 0) return 'Only who made this view and owners can delete it.';
    notify(`View “${view.name}” deleted.`, async () => {
      const made = await add(view, view.id);
      return made.ok ? null : reasonOf(made.error);
    });
    return null;
  }

  return {
    $views,
    $isKnown,
    read,
    remove,
    async save(view) {
      const made = await add(view);
      if (!made.ok) {
        const isOffline = made.error.kind === 'unreachable';
        return { problem: isOffline ? null : reasonOf(made.error), isOffline };
      }
      notify(`View “${view.name.trim()}” saved.`, async () => {
        const gone = await deleteDeskRows('desk_views', [
          { column: 'id', operator: 'eq', value: made.value.id },
        ]);
        await read();
        return gone.ok ? null : reasonOf(gone.error);
      });
      return { problem: null, isOffline: false };
    },
    async change(view, patch) {
      const problem = await write(view, patch);
      if (problem !== null) return problem;
      const before: ViewPatch = { name: view.name, search: view.search, is_shared: view.is_shared };
      notify(`View “${patch.name?.trim() ?? view.name}” saved.`, async () => {
        const now = latest(view.id);
        return now ? write(now, before) : 'Someone else deleted this view in the meantime.';
      });
      return null;
    },
  };
}

const nameIsTaken = 'There is a view with this name already. Choose another.';

const reasonOf = (error: BackendError): string =>
  error.code === '23505' ? nameIsTaken : askedAgain(error);
