/**
 * The texts of the shop beside their translations, a page after the other. Invariant: an answer to an older
 * question is thrown away, and what was saved stays in its place until others are asked for.
 */
import { map } from 'nanostores';
import { notify } from '#desk-kit/store/desk-notices.ts';
import { askedAgain, staysShown } from '#desk-kit/store/desk-refusal.ts';
import { furtherLanguages } from '#languages/languages.ts';
import { unanswered } from '#shared/backend/errors.ts';
import {
  countTranslations,
  listTranslations,
  saveTranslations,
  type SavedText,
  type TextsAsked,
} from '../api/translations.ts';
import { recounted, stateOf, textKey, type AreaCount, type DeskText } from '../model/desk-text.ts';
import { problemOf } from '../model/translation-words.ts';

export interface TranslationsShown extends TextsAsked {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly message: string;
  readonly language: string;
  readonly texts: readonly DeskText[];
  readonly hasMore: boolean;
  /** Null until they are known. */
  readonly counts: readonly AreaCount[] | null;
}

export const $translations = map<TranslationsShown>({
  status: 'loading',
  message: '',
  language: furtherLanguages[0]?.code ?? '',
  show: 'open',
  area: null,
  search: '',
  texts: [],
  hasMore: false,
  counts: null,
});

const pageSize = 40;
let turn = 0;

async function read(after: DeskText | null): Promise<void> {
  const own = (turn += 1);
  const { language, ...asked } = $translations.get();
  const page = await listTranslations(language, asked, after, pageSize + 1).catch(unanswered);
  if (own !== turn) return;
  if (!page.ok) {
    const message = askedAgain(page.error);
    const words = after === null ? undefined : message;
    const stays = $translations.get().texts.length > 0 && staysShown(page.error, words);
    $translations.set({ ...$translations.get(), status: stays ? 'ready' : 'failed', message });
    return;
  }
  const before = $translations.get();
  const found = page.value.slice(0, pageSize);
  $translations.set({
    ...before,
    status: 'ready',
    texts: after === null ? found : [...before.texts, ...found],
    hasMore: page.value.length > pageSize,
  });
}

async function count(): Promise<void> {
  const { language } = $translations.get();
  const counted = await countTranslations(language).catch(unanswered);
  if (counted.ok && $translations.get().language === language)
    $translations.setKey('counts', counted.value);
}

export async function showTexts(
  asked: Partial<TextsAsked & { readonly language: string }>,
): Promise<void> {
  const before = $translations.get();
  const isOther = asked.language !== undefined && asked.language !== before.language;
  const isNarrowed = Object.entries(asked).some(
    ([name, value]) => before[name as keyof TextsAsked] !== value,
  );
  $translations.set({
    ...before,
    ...asked,
    status: 'loading',
    ...(isNarrowed ? { texts: [], hasMore: false } : {}),
    ...(isOther ? { counts: null } : {}),
  });
  await Promise.all([read(null), count()]);
}

export const moreTexts = (): Promise<void> => read($translations.get().texts.at(-1) ?? null);

function take(saved: SavedText): void {
  const { texts, counts } = $translations.get();
  const { source, text, madeFrom, version } = saved;
  const now = { text, madeFrom, version, ...(saved.outcome === 'gone' ? {} : { source }) };
  const before = texts.find((each) => textKey(each) === textKey(saved));
  if (before === undefined) return;
  const after = { ...before, ...now };
  $translations.setKey(
    'texts',
    texts.map((each) => (each === before ? after : each)),
  );
  const states = [stateOf(before), stateOf(after)] as const;
  if (counts !== null) $translations.setKey('counts', recounted(counts, before.area, states));
}

export type SaveAnswer =
  | { readonly kind: 'saved' }
  /** What someone else wrote; the text beside it is theirs by now. */
  | { readonly kind: 'conflict'; readonly theirs: string }
  | { readonly kind: 'refused'; readonly problem: string };

type Words = Pick<DeskText, 'text' | 'source'>;

/** `over` is what is written over, as it was last read. */
async function write(
  over: DeskText,
  { text, source }: Words,
  takesOlder: boolean,
): Promise<SavedText | string> {
  const { language } = $translations.get();
  const one = { ...over, text, source };
  const done = await saveTranslations(language, [one], takesOlder).catch(unanswered);
  if (!done.ok) return askedAgain(done.error);
  const [saved] = done.value;
  if (saved === undefined) return 'Not saved. Try again.';
  take(saved);
  return saved;
}

/** Those that are under way. */
const queues = new Map<string, Promise<SaveAnswer>>();

/** Saves what was typed after what was typed there before; an empty text removes the translation. */
export function saveText(text: DeskText, typed: string): Promise<SaveAnswer> {
  const key = textKey(text);
  const saved = (queues.get(key) ?? Promise.resolve(null)).then((last) => {
    // What it was typed over is another by now: whoever typed decides, having seen it.
    if (last !== null && last.kind !== 'saved') return last;
    // As the last one left it.
    const now = $translations.get().texts.find((each) => textKey(each) === key);
    return saveNow(now ?? text, typed);
  });
  queues.set(key, saved);
  return saved.finally(() => {
    if (queues.get(key) === saved) queues.delete(key);
  });
}

async function saveNow(over: DeskText, typed: string): Promise<SaveAnswer> {
  const saved = await write(over, { text: typed, source: over.source }, false);
  if (typeof saved === 'string') return { kind: 'refused', problem: saved };
  const problem = problemOf(saved.outcome);
  if (saved.outcome === 'conflict') return { kind: 'conflict', theirs: saved.text };
  if (problem !== null) return { kind: 'refused', problem };
  if (saved.outcome !== 'same') notifySaved(over, saved);
  return { kind: 'saved' };
}

function notifySaved(before: DeskText, saved: SavedText): void {
  const words = saved.outcome === 'removed' ? 'Translation removed.' : 'Translation saved.';
  notify(words, async () => {
    const former = { text: before.text, source: before.madeFrom || before.source };
    const back = await write({ ...before, version: saved.version }, former, true);
    if (typeof back === 'string') return back;
    return back.outcome === 'conflict'
      ? 'Not undone: it has been changed since.'
      : problemOf(back.outcome);
  });
}
