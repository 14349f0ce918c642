/**
 * The only place that says how a sample of a colour goes on: ordered, received, then approved or
 * rejected. Invariant: each stage has the day on which it was reached.
 */
import { textOf, type DeskRow } from './desk-row.ts';
import type { RowPatch } from './table-edit.ts';

export const sampleStages = ['ordered', 'received', 'approved', 'rejected'] as const;
export type SampleStage = (typeof sampleStages)[number];

const after: Readonly<Record<SampleStage, readonly SampleStage[]>> = {
  ordered: ['received'],
  received: ['approved', 'rejected'],
  approved: ['received'],
  rejected: ['received'],
};

export function sampleStage(row: DeskRow): SampleStage {
  return sampleStages.find((stage) => stage === textOf(row, 'stage')) ?? 'ordered';
}

export const nextSampleStages = (row: DeskRow): readonly SampleStage[] => after[sampleStage(row)];

/** What is written when it gets there on this day; going back takes the decision back. */
export function sampleMove(row: DeskRow, to: SampleStage, day: string): RowPatch {
  if (to === 'ordered') return { stage: to, received_on: null, decided_on: null };
  const received = textOf(row, 'received_on') || day;
  return to === 'received'
    ? { stage: to, received_on: received, decided_on: null }
    : { stage: to, received_on: received, decided_on: day };
}
