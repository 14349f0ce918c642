/**
 * Pages are built with it and browsers run it again, so that a window that opens or closes needs no
 * build. Invariant: nothing is called in stock or sold out here; only live facts know that.
 */
import {
  type BatchStage,
  stageAt,
  stageName,
  stageShelf,
  stageTone,
} from '#features/batches/model/batch-stage.ts';
import type { ShownList } from '#shared/list-kind.ts';
import type { Tone } from '#shared/tone.ts';

export type Shelf = 'running' | 'upcoming' | 'making' | 'stock' | 'archive';

export type ShelfFacts = {
  readonly isArchived: boolean;
  readonly availabilities: readonly string[];
  readonly batch: {
    readonly stage: BatchStage;
    readonly opensAt: string | null;
    readonly closesAt: string | null;
  } | null;
  readonly list: ShownList | null;
};

export type ShelfState = {
  readonly shelf: Shelf;
  readonly label: string;
  readonly tone: Tone;
  /** The next moment at which this changes by itself. */
  readonly until: { readonly at: string; readonly before: string; readonly after: string } | null;
};

function closing(at: string | null): ShelfState['until'] {
  return at === null ? null : { at, before: 'Closes in', after: 'Closed' };
}

function opening(at: string | null): ShelfState['until'] {
  return at === null ? null : { at, before: 'Opens in', after: 'Open' };
}

function raffleState(list: NonNullable<ShelfFacts['list']>, now: number): ShelfState | null {
  if (!list.isDrawn || list.status === 'drawn' || list.status === 'finished') return null;
  if (list.opensAt !== null && now < Date.parse(list.opensAt)) {
    const until = opening(list.opensAt);
    return { shelf: 'upcoming', label: 'Raffle soon', tone: 'waiting', until };
  }
  const isOver = list.closesAt !== null && now >= Date.parse(list.closesAt);
  if (isOver || list.status !== 'open') {
    return { shelf: 'stock', label: 'Raffle closed', tone: 'waiting', until: null };
  }
  const until = closing(list.closesAt);
  return { shelf: 'running', label: 'Raffle open', tone: 'open', until };
}

function batchState(facts: ShelfFacts, now: number): ShelfState | null {
  if (facts.batch === null) return null;
  const stage = stageAt(facts.batch, now);
  const shelf = stageShelf(stage);
  if (shelf === undefined) return null;
  const untils: { readonly [stage in BatchStage]?: ShelfState['until'] } = {
    interest_check: closing(facts.list?.closesAt ?? null),
    announced: opening(facts.batch.opensAt),
    open: closing(facts.batch.closesAt),
  };
  return { shelf, label: stageName(stage), tone: stageTone(stage), until: untils[stage] ?? null };
}

/** @example shelfState(facts, Date.now()).label // 'Group buy open' */
export function shelfState(facts: ShelfFacts, now: number): ShelfState {
  if (facts.isArchived) {
    return { shelf: 'archive', label: 'Archive', tone: 'plain', until: null };
  }
  const raffle = facts.list === null ? null : raffleState(facts.list, now);
  const running = raffle ?? batchState(facts, now);
  if (running !== null) return running;
  const sold = (kind: string) => facts.availabilities.includes(kind);
  if (sold('in_stock')) {
    const label = facts.batch?.stage === 'extras' ? stageName('extras') : 'Stock item';
    return { shelf: 'stock', label, tone: 'good', until: null };
  }
  if (sold('preorder')) return { shelf: 'stock', label: 'Preorder', tone: 'waiting', until: null };
  if (sold('list')) return { shelf: 'stock', label: 'Waiting list', tone: 'waiting', until: null };
  return { shelf: 'archive', label: 'Archive', tone: 'plain', until: null };
}
