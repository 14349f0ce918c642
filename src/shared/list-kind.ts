/** What a kind of list is called and does, as the database's own table says it. */
import { listKinds } from './list-kinds.ts';

export type ListKind = keyof typeof listKinds;

/** One that is neither is a queue, whose offers go out by order of arrival. */
export interface ListWay {
  /** A draw decides, as of a raffle. */
  readonly isDrawn: boolean;
  /** It counts alone, as an interest check. */
  readonly isVote: boolean;
}

/** A list as a page of what it gives shows it. */
export interface ShownList extends ListWay {
  readonly status: string;
  readonly opensAt: string | null;
  readonly closesAt: string | null;
}

export interface ListKindFacts extends ListWay {
  readonly name: string;
  /** What the key says that enters it. */
  readonly key: string;
  /** What the e-mail says to whoever entered it. */
  readonly mail: string;
  /** What news say once one is open. */
  readonly news: string;
}

export function wayOf(kind: ListKind): ListWay {
  const { isDrawn, isVote } = listKinds[kind];
  return { isDrawn, isVote };
}

const kinds: Readonly<Record<string, ListKindFacts>> = listKinds;

/** Undefined for a kind that this build does not know. */
export const listKindOf = (kind: string): ListKindFacts | undefined => kinds[kind];

export const listKindName = (kind: string): string => kinds[kind]?.name ?? kind;
