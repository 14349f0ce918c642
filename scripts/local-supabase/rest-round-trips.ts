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

/** They name no table, so no change of the schema makes their plans wrong. */
const isSetting = (text: string): boolean => /^\s*select set_config\(/.test(text);

export function sendBeginWithNext(pool: DriverPool): void {
  const reserve = pool.reserve.bind(pool);
  pool.reserve = async () => {
    const held = await reserve();
    held.unsafe = withoutWaiting(held.unsafe);
    return held;
  };
}

function withoutWaiting(send: Send): Send {
  let isBeginWaiting = false;
  return async (text, values) => {
    if (text === 'begin') {
      isBeginWaiting = true;
      return begun;
    }
    const begin = isBeginWaiting ? send('begin', []) : null;
    isBeginWaiting = false;
    if (!isSetting(text)) {
      await begin;
      return send(text, values);
    }
    // Without a name, a statement with values is described first and makes a second journey.
    const [, answer] = await Promise.all([begin, send(text, values, { prepare: true })]);
    return answer;
  };
}
