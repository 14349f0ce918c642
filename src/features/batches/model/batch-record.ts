import { momentWords } from '#shared/date-words.ts';
import { etaWords, isSameEta, type Eta } from '#shared/eta.ts';

interface Share {
  readonly units: number;
  readonly orders: number;
  /** Null for whoever reads no orders. */
  readonly minor: number | null;
}

/** What a batch comes to, paid and unpaid apart. */
export interface BatchSums {
  readonly batchId: string;
  readonly paid: Share;
  readonly unpaid: Share;
  /** What its closing took off paid orders. */
  readonly settledMinor: number | null;
  /** What its orders are still owed. */
  readonly dueBackMinor: number | null;
  readonly currency: string;
}

/** The dates that buyers were told. */
export interface BatchPromises {
  readonly opensAt: string | null;
  readonly closesAt: string | null;
  readonly cancelUntil: string | null;
  readonly changeOptionsUntil: string | null;
  readonly changeAddressUntil: string | null;
  readonly eta: Eta | null;
}

export interface BatchStep {
  readonly stage: string;
  readonly enteredAt: string;
  readonly promised: BatchPromises;
}

export interface BatchMail {
  readonly kind: string;
  readonly sent: number;
  readonly waiting: number;
  readonly failed: number;
  readonly lastAt: string;
}

export interface BatchRecord {
  readonly stages: readonly BatchStep[];
  readonly updates: readonly {
    readonly id: string;
    readonly url: string;
    readonly title: string;
    readonly isDraft: boolean;
    readonly publishAt: string | null;
    readonly stage: string | null;
    readonly etaAfter: string | null;
  }[];
  readonly mails: readonly BatchMail[];
}

const dates = [
  ['opensAt', 'Opens'],
  ['closesAt', 'Closes'],
  ['cancelUntil', 'Cancel until'],
  ['changeOptionsUntil', 'Change options until'],
  ['changeAddressUntil', 'Change address until'],
] as const;

/** What buyers were told at a step, as far as it is new: what stayed as it was is not said twice. */
export function newPromises(
  { promised }: BatchStep,
  before: BatchStep | undefined,
): readonly string[] {
  const told = dates.flatMap(([name, words]) => {
    const at = promised[name];
    if (at === null || at === before?.promised[name]) return [];
    return [`${words} ${momentWords(at)}`];
  });
  const { eta } = promised;
  if (eta === null || (before !== undefined && isSameEta(before.promised.eta, eta))) return told;
  return [...told, `Expected ${etaWords(eta)}`];
}
