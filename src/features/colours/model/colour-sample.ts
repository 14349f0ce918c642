/** Invariant: each stage has the day on which it was reached. */
import { textOf, type DeskRow, type Draft } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';

type Of<Columns extends keyof Row<'colour_samples'>> = Pick<Row<'colour_samples'>, Columns>;

export const sampleStages = ['ordered', 'received', 'approved', 'rejected'] as const;
export type SampleStage = (typeof sampleStages)[number];

const after: Readonly<Record<SampleStage, readonly SampleStage[]>> = {
  ordered: ['received'],
  received: ['approved', 'rejected'],
  approved: ['received'],
  rejected: ['received'],
};

export function sampleStage({ values }: DeskRow<Of<'stage'>>): SampleStage {
  return sampleStages.find((stage) => stage === values.stage) ?? 'ordered';
}

export const nextSampleStages = (row: DeskRow<Of<'stage'>>): readonly SampleStage[] =>
  after[sampleStage(row)];

/** What is written when it gets there on this day; going back takes the decision back. */
export function sampleMove(
  { values }: DeskRow<Of<'received_on'>>,
  to: SampleStage,
  day: string,
): Of<'stage' | 'received_on' | 'decided_on'> {
  if (to === 'ordered') return { stage: to, received_on: null, decided_on: null };
  const received = values.received_on ?? day;
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
export const isJudged = (sample: DeskRow<Of<'stage'>>): boolean =>
  ['approved', 'rejected'].includes(sampleStage(sample));

/** The first words of an update on a sample, for an editor to go on from. */
export function newsOfSample(
  colorway: Draft<Pick<Row<'colorways'>, 'name'>>,
  sample: DeskRow<Of<'stage' | 'supplier' | 'note'>>,
): SampleNews {
  const name = textOf(colorway, 'name');
  const { supplier, note } = sample.values;
  const from = supplier === '' ? '' : ` from ${supplier}`;
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
