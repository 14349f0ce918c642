/** The sections of the editor, and what is missing in each. */
import type { ProductForm } from './product-form.ts';
import type { ProductProblem } from './product-problems.ts';

export const sectionNames = [
  'Texts',
  'Pictures',
  'Sounds',
  'Variants and kits',
  'Stock',
  'Options',
  'Rules',
  'Specifications',
  'Batches',
  'Publication',
  'Selling and customs',
  'History',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Rules need two options; batches and a history come with the first saving. */
export function sectionsOf(form: ProductForm, isStored: boolean): readonly SectionName[] {
  return sectionNames.filter((name) => {
    if (name === 'Rules') return form.options.length > 1;
    return isStored || (name !== 'Batches' && name !== 'History');
  });
}

const sectionOfPart: Readonly<Record<string, SectionName>> = {
  variants: 'Variants and kits',
  variant_options: 'Variants and kits',
  pools: 'Variants and kits',
  options: 'Options',
  values: 'Options',
  rules: 'Rules',
  images: 'Pictures',
  sounds: 'Sounds',
  facts: 'Specifications',
  status: 'Publication',
  publish_at: 'Publication',
};

const texts: ReadonlySet<string> = new Set([
  'title',
  'url',
  'kind',
  'category',
  'summary',
  'body',
  'in_the_box',
  'still_needed',
  'seo_title',
  'seo_description',
]);

/** Where a problem is mended. @example sectionOf('images 0a1b') // 'Pictures' */
export function sectionOf(field: string): SectionName {
  const [part = ''] = field.split(' ');
  return sectionOfPart[part] ?? (texts.has(part) ? 'Texts' : 'Selling and customs');
}

export interface SectionMark {
  readonly weight: ProductProblem['weight'];
  readonly words: string;
}

const words: { readonly [weight in ProductProblem['weight']]: (count: number) => string } = {
  save: (count) => `${count} to fix`,
  publish: (count) => `${count} missing`,
  sale: () => 'Not for sale',
  advice: (count) => (count === 1 ? '1 hint' : `${count} hints`),
};

const heaviestFirst = ['save', 'publish', 'sale', 'advice'] as const;

/** The heaviest of what is wrong in each section, counted; nothing where all is well. */
export function sectionMarks(
  problems: readonly ProductProblem[],
): ReadonlyMap<SectionName, SectionMark> {
  const bySection = Map.groupBy(problems, ({ field }) => sectionOf(field));
  return new Map(
    [...bySection].flatMap(([section, found]): [SectionName, SectionMark][] => {
      const weight = heaviestFirst.find((each) => found.some((one) => one.weight === each));
      if (weight === undefined) return [];
      const count = found.filter((one) => one.weight === weight).length;
      return [[section, { weight, words: words[weight](count) }]];
    }),
  );
}
