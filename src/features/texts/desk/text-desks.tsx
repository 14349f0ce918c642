import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { textToValue } from '#desk-kit/model/field-text.ts';
import { labelOf, moment, plain } from '#desk-kit/table/column-text.ts';
import type { RowOf } from '#desk-kit/store/desk-table.ts';
import type { RowDeskParts } from '#desk-kit/table/RowDesk.tsx';
import type { Choice, TableColumn } from '#desk-kit/table/table-model.ts';
import { numberWords } from '#shared/filled-text.ts';
import { Badge } from '#ui/react/Badge.tsx';
import {
  groupFaults,
  makerFaults,
  pageTextFaults,
  partnerFaults,
  questionFaults,
  saleFaults,
  settingFaults,
  updateFaults,
} from '../model/text-faults.ts';
import {
  groupForm,
  groupTable,
  makerForm,
  makerTable,
  pageTextForm,
  pageTextTable,
  partnerForm,
  partnerTable,
  questionForm,
  questionTable,
  saleForm,
  saleTable,
  settingForm,
  settingTable,
  updateForm,
  updateTable,
} from '../store/desk-texts.ts';
import { PartnerCountries } from './PartnerCountries.tsx';
import type { TextDeskParts } from './TextDesk.tsx';

const position: TableColumn<{ readonly position: number }> = {
  name: 'position',
  title: 'Position',
  width: 100,
  align: 'end',
  text: plain('position'),
  edit: {
    kind: 'text',
    text: plain('position'),
    parse: (text) => textToValue('number', text, false),
  },
};

const changed: TableColumn<{ readonly updated_at: string }> = {
  name: 'updated_at',
  title: 'Changed',
  width: 200,
  text: moment('updated_at'),
};

const last = (rows: readonly DeskRow<{ readonly position: number }>[]): number =>
  Math.max(0, ...rows.map(({ values }) => values.position)) + 1;

const markdownHint =
  'Markdown. The name of a number in double braces shows that number: the owner sets them under Numbers.';

const addressHint = 'What links to it name. It follows the title until you change it.';

export const questionsDesk = (groups: readonly Choice[]): TextDeskParts<typeof questionTable> => ({
  label: 'Questions',
  noun: 'question',
  table: questionTable,
  form: questionForm,
  searches: 'by question or code',
  columns: [
    {
      name: 'question',
      title: 'Question',
      width: 420,
      text: plain('question'),
    },
    {
      name: 'group_id',
      title: 'Group',
      width: 180,
      text: plain('group.title'),
      filter: { kind: 'choice', choices: groups },
    },
    position,
    changed,
  ],
  fields: [
    { name: 'question', title: 'Question', kind: 'text', isWide: true },
    { name: 'answer', title: 'Answer', kind: 'area', isWide: true, hint: markdownHint },
    { name: 'group_id', title: 'Group', kind: 'choice', choices: groups },
    { name: 'position', title: 'Position in its group', kind: 'number' },
    { name: 'code', title: 'Address on the page', kind: 'text', hint: addressHint },
  ],
  empty: { title: 'No questions yet', text: 'Questions and answers are shown on the page “FAQ”.' },
  newRow: (rows) => ({
    question: '',
    answer: '',
    code: '',
    group_id: groups[0]?.value ?? '',
    position: last(rows),
  }),
  removal:
    'Once removed and published, it is gone from the FAQ. Links to it lead to the page alone.',
  faultsOf: questionFaults,
  preview: { title: 'question', body: 'answer' },
});

export const groupsDesk: TextDeskParts<typeof groupTable> = {
  label: 'Groups of questions',
  noun: 'group',
  table: groupTable,
  form: groupForm,
  searches: 'by title or code',
  columns: [
    { name: 'title', title: 'Group', width: 300, text: plain('title') },
    {
      name: 'entries',
      title: 'Questions',
      width: 120,
      align: 'end',
      text: ({ values }) => String(values.entries.length),
    },
    position,
  ],
  fields: [
    { name: 'title', title: 'Title', kind: 'text' },
    { name: 'position', title: 'Position', kind: 'number' },
    {
      name: 'code',
      title: 'Address on the page',
      kind: 'text',
      hint: 'The group “glossary” holds words and their meaning.',
    },
  ],
  empty: { title: 'No groups yet', text: 'Questions stand in groups.' },
  newRow: (rows) => ({ title: '', code: '', position: last(rows) }),
  removal: 'Removing it removes its questions.',
  faultsOf: groupFaults,
};

const kinds: readonly Choice[] = [
  { value: 'news', label: 'News' },
  { value: 'production', label: 'Production' },
  { value: 'announcement', label: 'Announcement' },
  { value: 'delay', label: 'Delay' },
  { value: 'shipping', label: 'Shipping' },
  { value: 'guide', label: 'Guide' },
];

const stages: readonly Choice[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
  { value: 'archived', label: 'Archived' },
];

const stageTones = { scheduled: 'waiting', published: 'good' } as const;
const toneOf = (stage: string) =>
  stage === 'scheduled' || stage === 'published' ? stageTones[stage] : 'plain';

/** Which batches and products it is about. */
const aboutWords = ({ values: { batches, products } }: RowOf<typeof updateTable>): string =>
  [...batches.map(({ batch }) => batch.code), ...products.map(({ product }) => product.title)].join(
    ', ',
  );

export const updatesDesk: TextDeskParts<typeof updateTable> = {
  label: 'Updates',
  noun: 'update',
  table: updateTable,
  form: updateForm,
  searches: 'by headline or address',
  columns: [
    { name: 'title', title: 'Headline', width: 380, text: plain('title') },
    {
      name: 'status',
      title: 'Stage',
      width: 120,
      text: (row) => labelOf(stages, row.values.status),
      render: (row) => (
        <Badge tone={toneOf(row.values.status)}>{labelOf(stages, row.values.status)}</Badge>
      ),
      filter: { kind: 'choice', choices: stages },
    },
    {
      name: 'kind',
      title: 'Kind',
      width: 140,
      text: (row) => labelOf(kinds, row.values.kind),
      filter: { kind: 'choice', choices: kinds },
    },
    { name: 'publish_at', title: 'Shown from', width: 200, text: moment('publish_at') },
    { name: 'about', title: 'About', width: 260, text: aboutWords },
    { name: 'author', title: 'Author', width: 160, text: plain('author') },
  ],
  fields: [
    { name: 'title', title: 'Headline', kind: 'text', isWide: true },
    { name: 'summary', title: 'In one sentence', kind: 'text', isWide: true },
    { name: 'body', title: 'Article', kind: 'area', isWide: true, hint: markdownHint },
    { name: 'status', title: 'Stage', kind: 'choice', choices: stages },
    {
      name: 'publish_at',
      title: 'Shown from',
      kind: 'moment',
      isOptional: true,
      hint: 'A moment to come keeps it hidden until then.',
    },
    { name: 'kind', title: 'Kind', kind: 'choice', choices: kinds },
    { name: 'author', title: 'Author', kind: 'text' },
    {
      name: 'url',
      title: 'Address',
      kind: 'text',
      hint: 'After /updates/. One that was shown leads on to a new one.',
    },
    {
      name: 'edited_at',
      title: 'Corrected at',
      kind: 'moment',
      isOptional: true,
      hint: 'Readers are told that its meaning changed then.',
    },
    { name: 'pinned', title: 'Keep at the top', kind: 'check' },
  ],
  empty: { title: 'No updates yet', text: 'An update tells readers what happened.' },
  newRow: () => ({
    title: '',
    summary: '',
    body: '',
    url: '',
    kind: 'news',
    author: '',
    status: 'draft',
    publish_at: null,
    edited_at: null,
    pinned: false,
  }),
  removal: 'Once removed and published, its page is gone. An archived update stays readable.',
  faultsOf: updateFaults,
  preview: { title: 'title', body: 'body' },
};

const pages: readonly Choice[] = [
  { value: 'home', label: 'Home' },
  { value: 'about', label: 'About' },
  { value: 'artisans', label: 'Artisans' },
  { value: 'countries', label: 'Shipping by country' },
  { value: 'faq', label: 'Questions and answers' },
  { value: 'follow', label: 'Hear of everything new' },
  { value: 'updates', label: 'Updates' },
];

export const pageTextsDesk: TextDeskParts<typeof pageTextTable> = {
  label: 'Texts of pages',
  noun: 'text',
  table: pageTextTable,
  form: pageTextForm,
  searches: 'by title or code',
  columns: [
    { name: 'title', title: 'Title', width: 360, text: plain('title') },
    {
      name: 'page',
      title: 'Page',
      width: 200,
      text: (row) => labelOf(pages, row.values.page),
      filter: { kind: 'choice', choices: pages },
    },
    position,
    changed,
  ],
  fields: [
    { name: 'title', title: 'Title', kind: 'text', isWide: true },
    { name: 'body', title: 'Text', kind: 'area', isWide: true, hint: markdownHint },
    { name: 'page', title: 'Page', kind: 'choice', choices: pages },
    { name: 'position', title: 'Position on its page', kind: 'number' },
    { name: 'code', title: 'Address on the page', kind: 'text', hint: addressHint },
  ],
  empty: { title: 'No texts yet', text: 'Sections of the home page, “About” and others.' },
  newRow: (rows) => ({ title: '', body: '', code: '', page: 'about', position: last(rows) }),
  removal: 'Once removed and published, it is gone from its page.',
  faultsOf: pageTextFaults,
  preview: { title: 'title', body: 'body' },
};

export const makersDesk: TextDeskParts<typeof makerTable> = {
  label: 'Makers',
  noun: 'maker',
  table: makerTable,
  form: makerForm,
  searches: 'by name or code',
  columns: [
    { name: 'name', title: 'Maker', width: 260, text: plain('name') },
    { name: 'country_code', title: 'Country', width: 100, text: plain('country_code') },
    {
      name: 'products',
      title: 'Products',
      width: 110,
      align: 'end',
      text: ({ values }) => String(values.products.length),
    },
    position,
  ],
  fields: [
    { name: 'name', title: 'Name', kind: 'text' },
    {
      name: 'country_code',
      title: 'Country',
      kind: 'text',
      isOptional: true,
      hint: 'Two letters, like NL',
    },
    { name: 'bio', title: 'About', kind: 'area', isWide: true, hint: markdownHint },
    {
      name: 'legal_name',
      title: 'Registered name',
      kind: 'text',
      hint: 'For product safety, where it is not the name',
    },
    { name: 'postal_address', title: 'Postal address', kind: 'text' },
    { name: 'electronic_address', title: 'E-mail or web page', kind: 'text' },
    {
      name: 'responsible_name',
      title: 'Responsible in the EU',
      kind: 'text',
      hint: 'Where the maker is outside of it',
    },
    {
      name: 'responsible_postal_address',
      title: 'Postal address of who is responsible',
      kind: 'text',
    },
    {
      name: 'responsible_electronic_address',
      title: 'E-mail or web page of who is responsible',
      kind: 'text',
    },
    { name: 'position', title: 'Position', kind: 'number' },
    { name: 'code', title: 'Code', kind: 'text', hint: 'What a filter in an address names' },
  ],
  empty: { title: 'No makers yet', text: 'Whose work the shop sells.' },
  newRow: (rows) => ({
    name: '',
    code: '',
    bio: '',
    country_code: null,
    legal_name: '',
    postal_address: '',
    electronic_address: '',
    responsible_name: '',
    responsible_postal_address: '',
    responsible_electronic_address: '',
    position: last(rows),
  }),
  removal: 'Only a maker without products can be removed.',
  faultsOf: makerFaults,
  preview: { title: 'name', body: 'bio' },
};

export const partnersDesk: TextDeskParts<typeof partnerTable> = {
  label: 'Regional partners',
  noun: 'partner',
  table: partnerTable,
  form: partnerForm,
  searches: 'by name or code',
  columns: [
    { name: 'name', title: 'Partner', width: 220, text: plain('name') },
    { name: 'website', title: 'Website', width: 260, text: plain('website') },
    {
      name: 'countries',
      title: 'Countries',
      width: 260,
      text: ({ values }) =>
        values.countries
          .map(({ country_code: code }) => code)
          .toSorted()
          .join(', '),
    },
    position,
  ],
  fields: [
    { name: 'name', title: 'Name', kind: 'text' },
    { name: 'website', title: 'Website', kind: 'text' },
    { name: 'note', title: 'Note', kind: 'area', isWide: true },
    { name: 'position', title: 'Position', kind: 'number' },
    { name: 'code', title: 'Code', kind: 'text' },
  ],
  empty: { title: 'No partners yet', text: 'Shops that sell our batches in their own region.' },
  newRow: (rows) => ({ name: '', code: '', website: '', note: '', position: last(rows) }),
  removal: 'Removing it removes its countries and its sales of batches.',
  faultsOf: partnerFaults,
  renderMore: (row) => <PartnerCountries key={row.id} row={row} />,
};

export const salesDesk = (
  partners: readonly Choice[],
  batches: readonly Choice[],
): RowDeskParts<RowOf<typeof saleTable>['values']> => ({
  label: 'Sales of partners',
  noun: 'sale',
  table: saleTable,
  form: saleForm,
  searches: 'by partner',
  columns: [
    { name: 'partner', title: 'Partner', width: 220, text: plain('partner.name') },
    { name: 'batch', title: 'Batch', width: 200, text: plain('batch.title') },
    { name: 'sale_url', title: 'Page', width: 320, text: plain('sale_url') },
    {
      name: 'ends_at',
      title: 'Until',
      width: 200,
      text: moment('ends_at'),
      filter: { kind: 'date' },
    },
  ],
  fields: (isNew) => [
    {
      name: 'partner_id',
      title: 'Partner',
      kind: 'choice',
      choices: [{ value: '', label: 'Choose a partner' }, ...partners],
      isLocked: !isNew,
    },
    {
      name: 'batch_id',
      title: 'Batch',
      kind: 'choice',
      choices: [{ value: '', label: 'Choose a batch' }, ...batches],
      isLocked: !isNew,
    },
    { name: 'sale_url', title: 'Page of the sale', kind: 'text', isWide: true },
    {
      name: 'ends_at',
      title: 'Until',
      kind: 'moment',
      hint: 'Often earlier than the batch closes here.',
    },
  ],
  empty: { title: 'No sales yet', text: 'Which batches a partner sells, and until when.' },
  newRow: () => ({ partner_id: '', batch_id: '', sale_url: '', ends_at: null }),
  removal: 'Once removed and published, its page of the group buy names this partner no more.',
  faultsOf: saleFaults,
});

const units: readonly Choice[] = [
  { value: 'hours', label: 'Hours' },
  { value: 'days', label: 'Days' },
  { value: 'weeks', label: 'Weeks' },
  { value: 'months', label: 'Months' },
  { value: 'minutes', label: 'Minutes' },
  { value: 'percent', label: 'Percent' },
  { value: 'minor', label: 'Money' },
  { value: 'count', label: 'Count' },
];

const settingWords = ({ values }: RowOf<typeof settingTable>): string => {
  const words = numberWords(values);
  return ['minor', 'percent', 'count'].includes(values.unit) ? words : `${words} ${values.unit}`;
};

export const numbersDesk: TextDeskParts<typeof settingTable> = {
  label: 'Numbers',
  noun: 'number',
  table: settingTable,
  form: settingForm,
  searches: 'by name or meaning',
  columns: [
    { name: 'key', title: 'Name', width: 260, text: plain('key') },
    { name: 'value', title: 'Value', width: 140, align: 'end', text: settingWords },
    { name: 'meaning', title: 'What it means', width: 520, text: plain('meaning') },
    {
      name: 'unit',
      title: 'Of what',
      width: 110,
      text: (row) => labelOf(units, row.values.unit),
      filter: { kind: 'choice', choices: units },
    },
  ],
  fields: [
    { name: 'value', title: 'Value', kind: 'number', hint: 'Money is in cents.' },
    { name: 'meaning', title: 'What it means', kind: 'text', isWide: true },
  ],
  empty: { title: 'No numbers', text: 'Numbers that texts and functions share.' },
  faultsOf: settingFaults,
};
