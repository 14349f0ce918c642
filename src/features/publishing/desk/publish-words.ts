/** The words of the publish bar. Every state says what a visitor sees now, not what a machine does. */
import { languageOfSetting } from '#languages/language-setting.ts';
import { languageName } from '#languages/languages.ts';
import type { PublishState } from '../store/publish.ts';

type Ready = Extract<PublishState, { status: 'ready' }>;

const tableWords: Readonly<Record<string, string>> = {
  products: 'Product',
  variants: 'Variant',
  product_images: 'Picture',
  product_sounds: 'Sound',
  shown_photos: 'Customer’s photo',
  product_options: 'Option',
  option_values: 'Choice',
  batches: 'Batch',
  batch_kits: 'Kit of a batch',
  lists: 'List',
  updates: 'Update',
  colorways: 'Colorway',
  faq_entries: 'Question',
  faq_groups: 'Group of questions',
  makers: 'Maker',
  regional_partners: 'Partner',
  legal_versions: 'Legal text',
  page_texts: 'Text',
  settings: 'Shop setting',
  shipping_rates: 'Shipping rate',
  shipping_methods: 'Shipping method',
  countries: 'Country',
  translations: 'Translation',
};

export const kindWords = { new: 'new', changed: 'changed', gone: 'removed', due: 'date reached' };

/** @example tableWord('product_facts') // 'Product facts' */
export function tableWord(table: string): string {
  const plain = table.replaceAll('_', ' ');
  return tableWords[table] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

interface ChangedThing {
  readonly kind: string;
  readonly name: string;
}

/** @example changedThing('settings', 'language_de') // kind 'Pages in', name 'German' */
export function changedThing(table: string, title: string): ChangedThing {
  const language = table === 'settings' ? languageOfSetting(title) : null;
  if (language !== null) return { kind: 'Pages in', name: languageName(language) };
  return { kind: tableWord(table), name: title };
}

function count(number: number): string {
  return number === 1 ? '1 change' : `${number} changes`;
}

/** A builder that was told begins sooner. */
const longestQueueMs = 15 * 60_000;

export function stateWords({ run, waiting }: Ready, now = Date.now()): string {
  const waits =
    waiting.count === 0 ? 'No unpublished changes' : `${count(waiting.count)} not live yet`;
  if (run?.status === 'queued' && now - Date.parse(run.requestedAt) > longestQueueMs)
    return 'The builder has not started for 15 minutes. Publish again to call it once more';
  if (run?.status === 'queued') {
    return waiting.count === 0
      ? 'A new build is waiting for the builder'
      : `${count(waiting.count)}, waiting for the builder`;
  }
  if (run?.status === 'running')
    return 'Building the new site. Visitors still see the previous one';
  if (run?.status === 'failed')
    return `${waits}. The last build failed, so the site has not changed`;
  return waits;
}

export interface BroughtPage {
  readonly sign: string;
  readonly path: string;
}

/** Which pages a build brought, as its log says at its end. */
export function broughtPages(log: string): readonly BroughtPage[] {
  return log.split('\n').flatMap((line) => {
    const [, sign, path] = /^([+~-]) (\/\S*)$/.exec(line) ?? [];
    return sign === undefined || path === undefined ? [] : [{ sign, path }];
  });
}

export const signWords: Readonly<Record<string, string>> = {
  '+': 'new',
  '~': 'changed',
  '-': 'gone',
};
