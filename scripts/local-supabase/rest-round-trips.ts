/**
 * What a request costs is how often it waits for Postgres. Invariant: no statement of a caller is sent
 * before Postgres has said that the transaction stands and has its role.
 */
interface DriverAnswer extends ArrayLike<unknown> {
  readonly command: string;
  readonly count: number;
}

type Send = (
  text: string,
  values: readonly unknown[],
  options?: { readonly prepare: boolean },
) => Promise<DriverAnswer>;

interface HeldConnection {
  unsafe: Send;
}

/** The part of the driver's pool that lite takes connections from. */
export interface DriverPool {
  reserve(): Promise<HeldConnection>;
}

const begun: DriverAnswer = Object.assign([], { command: 'BEGIN', count: 0 });

const isSetting = (text: string): boolean => /^\s*select set_config\(/.test(text);

/**
 * The text by which a statement is asked for by name, or null while it has none. Without a name, one with
 * values is described first, which is a journey more, and planned each time.
 */
export type NamedText = (text: string) => string | null;

const usesBeforeName = 3;
const longestNamed = 8_000;
/** Each of ten connections keeps the plans of all of them. */
const namesAtMost = 100;
const textsAtMost = 1_000;

export interface StatementNames {
  named(text: string, role: string): string | null;
  /** What follows gets other names: a plan does not outlive the columns that it answers with. */
  forget(): void;
}

export function createStatementNames(): StatementNames {
  let uses = new Map<string, number>();
  let names = 0;
  let reading = 0;
  const seldom = () => [...uses].filter(([, count]) => count < usesBeforeName);
  return {
    named(text, role) {
      if (text.length > longestNamed) return null;
      // A plan with row security holds for one role; for another, Postgres would make it anew.
      const own = `/* ${role} ${reading} */ ${text}`;
      const count = (uses.get(own) ?? 0) + 1;
      if (count > usesBeforeName) return own;
      if (count === usesBeforeName && names >= namesAtMost) return null;
      if (uses.size >= textsAtMost) for (const [rare] of seldom()) uses.delete(rare);
      uses.set(own, count);
      if (count < usesBeforeName) return null;
      names += 1;
      return own;
    },
    forget() {
      uses = new Map();
      names = 0;
      reading += 1;
    },
  };
}

export function sendBeginWithNext(pool: DriverPool, namedText: NamedText = () => null): void {
  const reserve = pool.reserve.bind(pool);
  pool.reserve = async () => {
    const held = await reserve();
    held.unsafe = withoutWaiting(held.unsafe, namedText);
    return held;
  };
}

function withoutWaiting(send: Send, namedText: NamedText): Send {
  let isBeginWaiting = false;
  return async (text, values) => {
    if (text === 'begin') {
      isBeginWaiting = true;
      return begun;
    }
    const begin = isBeginWaiting ? send('begin', []) : null;
    isBeginWaiting = false;
    if (isSetting(text)) {
      const [, answer] = await Promise.all([begin, send(text, values, { prepare: true })]);
      return answer;
    }
    await begin;
    const named = values.length > 0 ? namedText(text) : null;
    return named === null ? send(text, values) : send(named, values, { prepare: true });
  };
}
