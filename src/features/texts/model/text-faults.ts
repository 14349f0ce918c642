/** What keeps the rows of the content desk from being saved, said at their fields. */
import {
  broken,
  codeWords,
  isBetween,
  isCode,
  isLong,
  type Faults,
} from '#desk-kit/model/desk-faults.ts';
import {
  numberOf,
  textOf,
  type DeskRow,
  type Draft,
  type NameIn,
} from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import { namedSettings } from '#shared/filled-text.ts';

/** Null while the settings are not read: the build then has the last word. */
export type KnownSettings = ReadonlyMap<string, unknown> | null;

/** A page that names a setting which is none can't be built. */
function unknownSettings<Values>(
  row: DeskRow<Values>,
  columns: readonly NameIn<Values>[],
  known: KnownSettings,
): Faults {
  if (known === null) return {};
  return Object.fromEntries(
    columns.flatMap((column) => {
      const missing = namedSettings(textOf(row, column)).find((key) => !known.has(key));
      return missing === undefined ? [] : [[column, `There is no number called ${missing}.`]];
    }),
  );
}

const characters = (least: number, most: number) =>
  `Enter ${least} to ${most.toLocaleString('en-GB')} characters.`;

export const questionFaults = (row: Draft<Row<'faq_entries'>>, known: KnownSettings): Faults => ({
  ...unknownSettings(row, ['question', 'answer'], known),
  ...broken([
    ['group_id', textOf(row, 'group_id') !== '', 'Choose a group.'],
    ['question', isLong(row, 'question', 2, 200), characters(2, 200)],
    ['code', isCode(row), codeWords],
    ['answer', isLong(row, 'answer', 2, 8000), characters(2, 8000)],
  ]),
});

export const groupFaults = (row: Draft<Row<'faq_groups'>>): Faults =>
  broken([
    ['title', isLong(row, 'title', 2, 80), characters(2, 80)],
    ['code', isCode(row), codeWords],
  ]);

export const pageTextFaults = (row: Draft<Row<'page_texts'>>, known: KnownSettings): Faults => ({
  ...unknownSettings(row, ['body'], known),
  ...broken([
    ['page', textOf(row, 'page') !== '', 'Choose a page.'],
    ['title', isLong(row, 'title', 2, 120), characters(2, 120)],
    ['code', isCode(row), codeWords],
    ['body', isLong(row, 'body', 1, 20_000), characters(1, 20_000)],
  ]),
});

export function updateFaults(row: Draft<Row<'updates'>>, known: KnownSettings): Faults {
  const isDraft = textOf(row, 'status') === 'draft';
  return {
    ...unknownSettings(row, ['body'], known),
    ...broken([
      ['title', isLong(row, 'title', 2, 140), characters(2, 140)],
      ['url', isAddress(textOf(row, 'url')), `${codeWords.replace('.', '')}, at most 80.`],
      ['summary', isLong(row, 'summary', isDraft ? 0 : 1, 300), characters(isDraft ? 0 : 1, 300)],
      ['body', isLong(row, 'body', isDraft ? 0 : 1, 40_000), characters(isDraft ? 0 : 1, 40_000)],
      ['publish_at', isDraft || textOf(row, 'publish_at') !== '', 'Choose from when it is shown.'],
    ]),
  };
}

const isAddress = (url: string): boolean =>
  url.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(url);

const isReachable = (text: string): boolean =>
  text === '' || /^(https:\/\/\S+|[^\s@:/]+@[^\s@:/]+)$/.test(text);
const reachableWords = 'Enter an e-mail address, or a page that begins with https://.';

export const makerFaults = (row: Draft<Row<'makers'>>, known: KnownSettings): Faults => ({
  ...unknownSettings(row, ['bio'], known),
  ...broken([
    ['name', isLong(row, 'name', 2, 80), characters(2, 80)],
    ['code', isCode(row), codeWords],
    [
      'country_code',
      /^([A-Z]{2})?$/.test(textOf(row, 'country_code')),
      'Enter two capital letters, like NL.',
    ],
    ['bio', isLong(row, 'bio', 0, 4000), characters(0, 4000)],
    ['electronic_address', isReachable(textOf(row, 'electronic_address')), reachableWords],
    [
      'responsible_electronic_address',
      isReachable(textOf(row, 'responsible_electronic_address')),
      reachableWords,
    ],
  ]),
});

const isPage = (text: string): boolean => /^https:\/\/[^\s<>"]+$/.test(text);
const pageWords = 'Enter a page that begins with https://.';

export const saleFaults = (row: Draft<Row<'partner_sales'>>): Faults =>
  broken([
    ['partner_id', textOf(row, 'partner_id') !== '', 'Choose a partner.'],
    ['batch_id', textOf(row, 'batch_id') !== '', 'Choose a batch.'],
    ['sale_url', isPage(textOf(row, 'sale_url')), pageWords],
    ['ends_at', textOf(row, 'ends_at') !== '', 'Choose a time.'],
  ]);

export const partnerFaults = (row: Draft<Row<'regional_partners'>>): Faults =>
  broken([
    ['name', isLong(row, 'name', 2, 80), characters(2, 80)],
    ['code', isCode(row), codeWords],
    ['website', isPage(textOf(row, 'website')), pageWords],
    ['note', isLong(row, 'note', 0, 600), characters(0, 600)],
  ]);

export const settingFaults = (row: Draft<Row<'settings'>>): Faults =>
  broken([
    ['value', isBetween(numberOf(row, 'value'), 0, 1_000_000), 'Enter 0 to 1,000,000.'],
    ['meaning', isLong(row, 'meaning', 5, 300), characters(5, 300)],
  ]);
