/**
 * Invariant: what happened to each is known, or said to be unknown; a call whose answer was lost is
 * made again.
 */
import type { BackendError } from '#shared/backend/errors.ts';
import type { DeskRow } from '../model/desk-row.ts';
import type { Result } from '#shared/result.ts';
import type { BothSides } from '../model/table-edit.ts';
import { chunk, type BulkOutcome } from '../model/table-bulk.ts';
import { askedAgain } from './desk-refusal.ts';

/** So few that progress is seen, and that an answer that is lost leaves few in doubt. */
const atOnce = 250;

/** Calls under way at a time: the database takes locks in one order, so that they can't block each other. */
const lanes = 2;

/** How long to wait before a call whose answer was lost is made again. */
const patience: readonly number[] = [500, 1_000, 2_000, 4_000];

export interface ManyAnswer {
  readonly order_id: string | null;
  readonly ok: boolean;
  /** A word for why it stays as it is. */
  readonly reason: string | null;
  /** Where a colleague has moved it meanwhile. */
  readonly both?: readonly BothSides[];
}

type Call = (ids: readonly string[]) => Promise<Result<readonly ManyAnswer[], BackendError>>;

/** Of orders for which it was done already, the call has to say `already_there`. */
export async function callForMany(
  rows: readonly DeskRow[],
  call: Call,
  signal: AbortSignal,
  onOutcome: (outcome: BulkOutcome) => void,
): Promise<void> {
  const parts = chunk(rows, atOnce).values();
  let isCutOff = false;
  const lane = async () => {
    for (const part of parts) {
      const ids = part.map(({ id }) => id);
      const { answers, isRepeated } = await callForSure(ids, call, signal);
      if (!answers.ok) askedAgain(answers.error);
      for (const id of ids) onOutcome(outcomeOf(id, answers, isRepeated));
      // What was not sent stays as it is, and counts as such.
      isCutOff ||= !answers.ok && endsAll(answers.error);
      if (isCutOff || signal.aborted) return;
    }
  };
  if (!signal.aborted) await Promise.all(Array.from({ length: lanes }, lane));
}

/** Asks again where an answer was lost: what was done by then says that it is there already. */
async function callForSure(ids: readonly string[], call: Call, signal: AbortSignal) {
  let answers = await call(ids);
  let isRepeated = false;
  for (const ms of patience) {
    if (answers.ok || !isLost(answers.error) || signal.aborted) break;
    await sleep(ms);
    answers = await call(ids);
    isRepeated = true;
  }
  return { answers, isRepeated };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whoever closed the question for a newer code is not asked it for every part. */
const endsAll = (error: BackendError) => isLost(error) || error.reason === 'second_factor_stale';

const isLost = ({ kind }: BackendError) => kind === 'unreachable' || kind === 'broken';

function outcomeOf(
  id: string,
  answers: Awaited<ReturnType<Call>>,
  isRepeated: boolean,
): BulkOutcome {
  if (!answers.ok) return failedOutcome(id, answers.error);
  const answer = answers.value.find((each) => each.order_id === id);
  if (!answer) return { id, kind: 'unknown', reason: 'The shop gave no answer for this row.' };
  if (answer.ok || (isRepeated && answer.reason === 'already_there')) return { id, kind: 'done' };
  const reason = (answer.reason ?? 'refused').replaceAll('_', ' ');
  return { id, kind: 'refused', reason, ...(answer.both ? { both: answer.both } : {}) };
}

export function failedOutcome(id: string, { kind, message }: BackendError): BulkOutcome {
  const isUnknown = kind === 'unreachable' || kind === 'broken' || kind === 'aborted';
  return { id, kind: isUnknown ? 'unknown' : 'refused', reason: message };
}
