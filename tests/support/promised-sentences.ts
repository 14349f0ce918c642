/**
 * What a published text promises: a number with a unit, or words that bind the shop. News and products of
 * the demo shop tell stories full of numbers, so only binding words count there.
 */
import { stringsOf } from '../../scripts/published-texts.ts';

export interface PromisedSentence {
  readonly file: string;
  readonly line: number;
  readonly sentence: string;
}

const number = String.raw`(?:\d[\d.,]*|%s|\{\{[a-z_]+\}\}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|thirty|half an?|an?|a few))`;
const unit = String.raw`(?:minutes?|hours?|days?|weeks?|months?|years?|euros?|pounds?|EUR|per cent|percent)`;
/** The size of a board is told in per cent too, and a length in u or mm is no promise of time or money. */
const size = /\b(?:40|60|65|75)%/g;
const numbers = [
  new RegExp(String.raw`${number}[ -](?:more |working )*${unit}\b`, 'i'),
  // What follows an expression begins with its unit.
  new RegExp(String.raw`^(?:more |working )*${unit}\b`),
  /\d\s*%|[€£$]\s?\d|\b[A-Z]{3} \d|\{\{[a-z_]+\}\}|\bpercent_|\btwo at a time\b/,
];

const acts = [
  'announce|answer|check|collect|count|deliver|delete|e-mail|explain|give|hold|inspect|keep|let you know|mail',
  'make offers|match|mark|offer|post|promise|publish|put|refund|refunding|release|repair|replace|reply|save|sell',
  'send|ship|show|state|stock|store|take|tell|wait|write',
].join('|');
const binding = [
  new RegExp(
    String.raw`\bwe(?:[’']ll| will|[’']re| are)?(?: also| always| never| only)? (?:${acts})\b`,
    'i',
  ),
  /\byou (?:will |[’']ll |always )?(?:get|receive|can (?:always |still )?(?:ask|cancel|check|choose|delete|export|return|withdraw))\b/i,
  /\b(?:always|never|guarantee[ds]?|free of charge|for free|at no cost|full refund|in full|as soon as|straight away)\b/i,
  /\b(?:as (?:a )?PDFs?|bank details|every order|filters? by|gift|(?:ask|write to us) for an? (?:colour )?(?:chip|sample)|price of the stamp|together later|VAT included|in our prices)\b/i,
];

/** Tables of the demo shop whose rows are invented goods and what happened to them. */
const stories =
  /^insert into (?:public\.)?(?:products|product_\w+|variants|option_\w+|batch\w*|updates?\w*|makers|palettes|colorways|colour_stock|designs|regional_partners|partner_\w+|seed_\w+|stock_pools)\b/;

function* tablesOf(text: string): Generator<readonly [line: number, isStory: boolean]> {
  for (const [at, line] of text.split('\n').entries())
    if (/^(?:insert into|update|delete from) /.test(line)) yield [at + 1, stories.test(line)];
}

/** Intervals, queries and patterns are quoted in SQL as sentences are. */
const isCode = (sentence: string) =>
  (sentence.match(/\p{L}{2,}/gu) ?? []).length < 3 ||
  /^(?:insert into|update|select|delete from)\b|\$\d|::|[{;]$/.test(sentence);

export function promisesIn(file: string, text: string): PromisedSentence[] {
  const tables = file.endsWith('seed.sql') ? [...tablesOf(text)] : [];
  return [...stringsOf(file, text)].flatMap(({ line, text: said }) => {
    const isStory = tables.findLast(([at]) => at <= line)?.[1] ?? false;
    const patterns = isStory ? binding : [...numbers, ...binding];
    return said
      .replaceAll("'", '’')
      .split(/\n{2,}|\n(?=[-|])/)
      .flatMap((part) => part.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+/))
      .map((sentence) => sentence.replace(/^[|\s-]+|[|\s]+$/g, ''))
      .filter((sentence) => {
        const plain = sentence.replace(size, '');
        return !isCode(sentence) && patterns.some((pattern) => pattern.test(plain));
      })
      .map((sentence) => ({ file, line, sentence }));
  });
}
