/** Invariant: mails, feeds and chats say the same of the same news, and of what nobody wrote words for nothing. */
import { isBatchStage, stageName } from '#features/batches/model/batch-stage.ts';
import { momentWords } from '#shared/date-words.ts';
import { listKindOf } from '#shared/list-kind.ts';

export interface NewsFacts {
  /** Which news: of `private.news_topic`. */
  readonly news: string;
  /** Of the batch or list; empty for a product. */
  readonly title: string;
  readonly productTitle: string;
  readonly summary: string;
  readonly opensAt?: string | null;
  readonly closesAt?: string | null;
  readonly kit?: string;
  readonly moq?: number;
  readonly stage?: string;
}

export interface NewsWords {
  /** What happened, in two or three words. */
  readonly label: string;
  /** To what. */
  readonly about: string;
  readonly text: string;
}

const labels: Readonly<Record<string, string>> = {
  product: 'New',
  group_buy: 'Group buy open',
  extras: 'Extras in stock',
  minimum_reached: 'Minimum reached',
  stage_changed: 'Stage changed',
  list_drawn: 'Raffle drawn',
};

function stageWords({ stage = '', opensAt }: NewsFacts): string {
  if (!isBatchStage(stage)) return '';
  const isAhead = stage === 'announced' && opensAt;
  return isAhead
    ? `${stageName(stage)}: opens ${momentWords(opensAt, 'UTC')}.`
    : `${stageName(stage)}.`;
}

function textOf(facts: NewsFacts): string {
  const { news, closesAt, summary, kit, moq } = facts;
  if (news === 'minimum_reached') return `${kit}: ${moq} ordered and paid, so it can be made.`;
  if (news === 'stage_changed') return stageWords(facts);
  if (news === 'list_drawn') return 'The result is on the page, where anyone can check the draw.';
  return closesAt ? `Until ${momentWords(closesAt, 'UTC')}.` : summary;
}

/** @example newsWords({ news: 'raffle', title: 'Koi, autumn', … }).label // 'Raffle open' */
export function newsWords(facts: NewsFacts): NewsWords {
  return {
    label: labels[facts.news] ?? listKindOf(facts.news)?.news ?? 'News',
    about: facts.title || facts.productTitle,
    text: textOf(facts),
  };
}
