const areaWords: Readonly<Record<string, string>> = {
  products: 'Products',
  batches: 'Batches',
  lists: 'Lists',
  updates: 'Updates',
  questions: 'Questions',
  pages: 'Pages',
  makers: 'Makers',
  colours: 'Colours',
  shipping: 'Countries and shipping',
  legal: 'Legal texts',
};

export const areaWord = (area: string): string => areaWords[area] ?? area;

/** As the desks that edit them call them. */
const fieldWords: Readonly<Record<string, string>> = {
  'products.title': 'Title',
  'products.summary': 'Summary',
  'products.body': 'Text',
  'products.in_the_box': 'In the box',
  'products.still_needed': 'You still need',
  'products.safety_warnings': 'Safety information',
  'products.seo_title': 'Title for search engines',
  'products.seo_description': 'Description for search engines',
  'products.variant_options': 'Options of variants',
  'variants.title': 'Variant',
  'variants.contents': 'Contents of variant',
  'variants.flaws': 'Flaws of variant',
  'product_options.title': 'Option',
  'product_options.help': 'Help for option',
  'option_values.title': 'Choice',
  'option_values.note': 'Note on choice',
  'option_rules.reason': 'Why two choices exclude each other',
  'product_facts.label': 'Fact',
  'product_facts.value': 'Value of fact',
  'product_files.title': 'Download',
  'product_files.content': 'Build guide',
  'product_relations.reason': 'Why this goes with it',
  'product_images.alt': 'Alt text',
  'product_sounds.title': 'Sound',
  'shown_photos.alt': 'Alt text of a customer’s photo',
  'batches.title': 'Batch',
  'batches.note': 'Note on batch',
  'lists.title': 'Title',
  'lists.rules': 'Rules',
  'updates.title': 'Title',
  'updates.summary': 'Summary',
  'updates.body': 'Text',
  'update_batches.buyers_note': 'Note for buyers',
  'faq_groups.title': 'Group of questions',
  'faq_entries.question': 'Question',
  'faq_entries.answer': 'Answer',
  'page_texts.title': 'Heading',
  'page_texts.body': 'Text',
  'makers.bio': 'About the maker',
  'palettes.material': 'Material',
  'palettes.note': 'Note on palette',
  'colorways.note': 'Note on colorway',
  'countries.not_shipped_reason': 'Why nothing is shipped there',
  'countries.duties_note': 'Duties',
  'country_restrictions.reason': 'Restriction',
  'tax_rates.name': 'Name of the tax',
  'shipping_methods.name': 'Shipping method',
  'shipping_methods.note': 'Note on shipping method',
  'regional_partners.note': 'Note on partner',
  'legal_versions.changes': 'What is new',
  'legal_sections.title': 'Heading',
  'legal_sections.plain': 'In plain words',
  'legal_sections.body': 'Full text',
};

interface Named {
  readonly table: string;
  readonly column: string;
  readonly part: string;
  readonly source: string;
}

/** @example fieldWord({ table: 'product_facts', column: 'value', part: 'Plate', … }) // 'Value of fact: Plate' */
export function fieldWord({ table, column, part, source }: Named): string {
  const word = fieldWords[`${table}.${column}`] ?? column;
  return part === '' || part === source ? word : `${word}: ${part}`;
}

const problems: Readonly<Record<string, string>> = {
  conflict: 'Someone else has translated this in the meantime.',
  source_changed:
    'The English text has changed since it was loaded. Check your translation, then save it again.',
  gone: 'This text no longer exists.',
  lines: 'Keep one line for each line of the English text: none empty, no two alike.',
  too_long: 'This is too long. Use at most 80,000 characters.',
  unknown_setting:
    'A name in double braces is not a setting of the shop. Copy it from the English text.',
};

/** Null where it was saved. */
export const problemOf = (outcome: string): string | null => problems[outcome] ?? null;
