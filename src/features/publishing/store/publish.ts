/**
 * What waits to be published, and how the last publishing went. Invariant: while a build is under
 * way it is asked after every moment, otherwise rarely, and never by a window that nobody looks at.
 */
import { atom, onMount } from 'nanostores';
import {
  publishSite as askForBuild,
  readBuildLog,
  readPublishRun,
  waitingChanges,
  type PublishRun,
  type WaitingChanges,
} from '../api/publish-requests.ts';
import { succeed } from '#shared/result.ts';
import { $staff } from '#desk-kit/store/staff.ts';

export type PublishState =
  | { readonly status: 'closed' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | {
      readonly status: 'ready';
      /** When the live site was built; null when it does not say. */
      readonly builtAt: string | null;
      readonly waiting: WaitingChanges;
      readonly run: PublishRun | null;
      /** Of that run; null before somebody looked at it. */
      readonly log: string | null;
      /** Why it could not be looked at since. */
      readonly problem: string | null;
    };

export const $publish = atom<PublishState>({ status: 'closed' });
/** Whether a request is on its way, and what became of the last that was not taken. */
export const $publishing = atom<{ readonly isAsked: boolean; readonly problem: string | null }>({
  isAsked: false,
  problem: null,
});

/** What of it lies open over the desk. */
export const $publishShown = atom<'nothing' | 'changes' | 'build'>('nothing');

/** Shows what waits, with the key that publishes it; a refusal of before is forgotten. */
export function showChanges(): void {
  $publishing.set({ ...$publishing.get(), problem: null });
  $publishShown.set('changes');
  // What was saved a moment ago is among it.
  void look();
}

/** Shows how the last build went. */
export function showBuild(): void {
  $publishShown.set('build');
  void look();
}

const buildingMs = 1_000;
const restingMs = 20_000;

let timer: ReturnType<typeof setTimeout> | undefined;

// Only owners and editors have something to publish.
onMount($publish, () => {
  const leave = $staff.subscribe((role) => {
    if (role === 'owner' || role === 'editor') void open();
    else close();
  });
  addEventListener('focus', lookNow);
  return () => {
    leave();
    close();
    removeEventListener('focus', lookNow);
  };
});

async function open(): Promise<void> {
  if ($publish.get().status === 'closed') $publish.set({ status: 'loading' });
  await look();
}

function close(): void {
  clearTimeout(timer);
  $publish.set({ status: 'closed' });
}

function lookNow(): void {
  if ($publish.get().status !== 'closed') void look();
}

async function readBuiltAt(): Promise<string | null> {
  try {
    const answer = await fetch('/builds/latest.json', { cache: 'no-store' });
    const latest: { readonly timestamp?: unknown } = await answer.json();
    return typeof latest.timestamp === 'string' ? latest.timestamp : null;
  } catch {
    return null;
  }
}

/** Also asked for by a person, after a failure. */
export async function look(): Promise<void> {
  clearTimeout(timer);
  if (!document.hidden) await refresh();
  const state = $publish.get();
  if (state.status === 'closed') return;
  clearTimeout(timer);
  const isSoon = isBuilding(state) && problemOf(state) === null;
  timer = setTimeout(() => void look(), isSoon ? buildingMs : restingMs);
}

const problemOf = (state: PublishState) => (state.status === 'ready' ? state.problem : null);

export function isBuilding(state: PublishState): boolean {
  if (state.status !== 'ready') return false;
  return state.run?.status === 'queued' || state.run?.status === 'running';
}

async function refresh(): Promise<void> {
  const builtAt = await readBuiltAt();
  const [last, waiting] = await Promise.all([
    readPublishRun(),
    builtAt === null
      ? Promise.resolve({ ok: true as const, value: { count: 0, changes: [] } })
      : waitingChanges(builtAt),
  ]);
  const isLogShown = $publishShown.get() === 'build';
  const read =
    last.ok && last.value && isLogShown ? await readBuildLog(last.value.id) : succeed(null);
  const before = $publish.get();
  if (before.status === 'closed') return;
  // What lies open over the desk stays, with what is typed in it.
  const failed = (problem: string) =>
    $publish.set(
      before.status === 'ready' ? { ...before, problem } : { status: 'failed', message: problem },
    );
  if (!last.ok) return failed(last.error.message);
  if (!waiting.ok) return failed(waiting.error.message);
  const run = last.value;
  // The notice of a newer build is for whoever did not publish it.
  if (ownRequest && (run?.status === 'live' || run?.status === 'failed')) {
    ownRequest = false;
    dispatchEvent(new CustomEvent('keywright:published'));
  }
  const known = before.status === 'ready' && before.run?.id === run?.id ? before.log : null;
  const lost = read.ok ? null : `The log could not be loaded: ${read.error.message}`;
  const log = (read.ok ? read.value : null) ?? known ?? lost;
  $publish.set({ status: 'ready', builtAt, waiting: waiting.value, run, log, problem: null });
}

let ownRequest = false;

export async function publishSite(note: string): Promise<boolean> {
  if ($publishing.get().isAsked) return false;
  $publishing.set({ isAsked: true, problem: null });
  const asked = await askForBuild(note);
  if (asked.ok) {
    ownRequest = true;
    dispatchEvent(new CustomEvent('keywright:publishing'));
  }
  $publishing.set({ isAsked: false, problem: asked.ok ? null : asked.error.message });
  await look();
  return asked.ok;
}
