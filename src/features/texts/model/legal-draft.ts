/** A version of a legal text while it is written. */
import { codeWords, type Faults } from '#desk-kit/model/desk-faults.ts';
import { namedSettings } from '#shared/filled-text.ts';
import type { KnownSettings } from './text-faults.ts';

export const legalNames = {
  terms: 'Terms',
  privacy: 'Privacy',
  withdrawal: 'Withdrawal',
  imprint: 'Imprint',
  accessibility: 'Accessibility',
} as const;
export type LegalName = keyof typeof legalNames;

export const isLegalName = (text: string): text is LegalName => text in legalNames;

export interface LegalSection {
  /** Tells the sections of a draft apart, whatever they are called. */
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly plain: string;
  readonly body: string;
}

export interface LegalDraft {
  readonly document: LegalName;
  /** The one after the newest that was read. */
  readonly number: number;
  readonly changes: string;
  /** As the browser writes a moment; empty for none. */
  readonly publishAt: string;
  readonly effectiveAt: string;
  readonly sections: readonly LegalSection[];
}

export const emptySection = (): LegalSection => ({
  id: crypto.randomUUID(),
  code: '',
  title: '',
  plain: '',
  body: '',
});

const isLong = (text: string, least: number, most: number): boolean =>
  text.trim().length >= least && text.trim().length <= most;
const characters = (least: number, most: number) =>
  `Enter ${least} to ${most.toLocaleString('en-GB')} characters.`;

/** By the name of the field; those of a section begin with its id. */
export function draftFaults(draft: LegalDraft, known: KnownSettings, now: Date): Faults {
  const publish = Date.parse(draft.publishAt);
  const codes = draft.sections.map(({ code }) => code);
  const rules = [
    ['changes', isLong(draft.changes, 5, 2000), characters(5, 2000)],
    ['publishAt', publish > now.getTime(), 'Choose a time to come.'],
    [
      'effectiveAt',
      Date.parse(draft.effectiveAt) >= publish,
      'Choose no earlier than it is shown.',
    ],
    ...draft.sections.flatMap(({ id, code, title, plain, body }) => {
      const missing = namedSettings(plain + body).find((key) => known?.has(key) === false);
      return [
        [`${id} title`, isLong(title, 2, 120), characters(2, 120)],
        [`${id} code`, /^[a-z0-9]+(-[a-z0-9]+)*$/.test(code), codeWords],
        [
          `${id} code`,
          codes.filter((each) => each === code).length === 1,
          'Another section has it already.',
        ],
        [`${id} plain`, isLong(plain, 5, 1000), characters(5, 1000)],
        [`${id} body`, isLong(body, 5, 20_000), characters(5, 20_000)],
        [`${id} body`, missing === undefined, `There is no number called ${missing}.`],
      ] as const;
    }),
  ] as const;
  return Object.fromEntries(
    rules.flatMap(([name, holds, words]) => (holds ? [] : [[name, words]])),
  );
}

/** @example moved([a, b, c], 2, -1) // [a, c, b] */
export function moved<Item>(items: readonly Item[], from: number, by: number): readonly Item[] {
  const to = from + by;
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
