/**
 * What the bar at the foot of a phone offers: a word for what can be done, and which key does it. The
 * page learns later whether the choice can be ordered now, so there is a key for each answer.
 */
import { shelfState, type ShelfFacts } from './shelf.ts';

export type SaleKey<At = 'cart' | 'list' | 'back' | 'follow' | 'picker'> = {
  readonly words: string;
  /** The part of the page whose key it presses; the colour picker is a page of its own. */
  readonly at: At;
};
/** What is offered instead of the cart. */
export type OtherKey = SaleKey<'list' | 'back' | 'follow'>;

export type SaleKeys = {
  /** While it can be ordered. */
  readonly yes: SaleKey;
  /** While it can't. */
  readonly no: OtherKey;
  /** Once it is sold out. */
  readonly gone: OtherKey;
  /** Which of them holds until the shop has answered. */
  readonly first: 'yes' | 'no';
};

function listKey(list: NonNullable<ShelfFacts['list']>, now: number): OtherKey {
  const facts = { isArchived: false, availabilities: [], batch: null, list };
  const isOpen = list.status === 'open';
  if (list.isDrawn) {
    const canEnter = shelfState(facts, now).shelf === 'running';
    return { words: canEnter ? 'Enter the raffle' : 'See the raffle', at: 'list' };
  }
  if (list.isVote) return { words: isOpen ? 'Vote' : 'See the result', at: 'list' };
  return { words: isOpen ? 'Join the list' : 'See the list', at: 'list' };
}

/** Null where there is nothing to turn to: what is being made, and what is no longer sold. */
export function saleKeys(facts: ShelfFacts, isDesigned: boolean, now: number): SaleKeys | null {
  const { shelf } = shelfState(facts, now);
  const isStocked = facts.availabilities.some((kind) => kind === 'in_stock' || kind === 'preorder');
  if (facts.isArchived || shelf === 'archive') return null;
  if (shelf === 'making' && facts.list === null && !isStocked) return null;
  const ahead: OtherKey = {
    words: shelf === 'upcoming' ? 'Tell me when it opens' : 'E-mail me updates',
    at: 'follow',
  };
  // While a group buy runs, its page has no list beside it but a raffle.
  const isBeside = shelf !== 'running' || facts.list?.isDrawn;
  const no = facts.list !== null && isBeside ? listKey(facts.list, now) : ahead;
  const yes: SaleKey = isDesigned
    ? { words: 'Design yours', at: 'picker' }
    : { words: 'Add to cart', at: 'cart' };
  const isList = facts.availabilities.every((kind) => kind === 'list');
  const isOpen = isStocked || (shelf === 'running' && !isList);
  const gone: OtherKey = facts.list === null ? { words: 'E-mail me when back', at: 'back' } : no;
  return { yes, no, gone, first: isOpen ? 'yes' : 'no' };
}
