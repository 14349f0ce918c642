/** Invariant: each stage has the day on which it was reached. */
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';
import type { RowPatch } from '#desk-kit/model/table-edit.ts';

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

export interface SampleNews {
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

/** Worth telling once it is judged. */
export const isJudged = (sample: DeskRow): boolean =>
  ['approved', 'rejected'].includes(sampleStage(sample));

/** The first words of an update on a sample, for an editor to go on from. */
export function newsOfSample(colorway: DeskRow, sample: DeskRow): SampleNews {
  const name = textOf(colorway, 'name');
  const supplier = textOf(sample, 'supplier');
  const from = supplier === '' ? '' : ` from ${supplier}`;
  const note = textOf(sample, 'note');
  const told = note === '' ? '' : `\n\n${note}`;
  if (sampleStage(sample) === 'approved') {
    return {
      title: `${name}: the sample is approved`,
      summary: `The sample of ${name}${from} is approved.`,
      body: `The sample of ${name}${from} has arrived and we have approved it: this is the colour we will use.${told}`,
    };
  }
  return {
    title: `${name}: the sample is rejected`,
    summary: `The sample of ${name}${from} is not right, so another one is being made.`,
    body: `The sample of ${name}${from} has arrived and does not match our order, so we are sending it back.${told}`,
  };
}
