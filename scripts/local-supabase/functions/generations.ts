/**
 * A change of the code makes a new generation; the old one finishes what it has begun. Invariant: at
 * most one generation is current, and an old one is never ended while a call of it is under way.
 */
import { watch, type FSWatcher } from 'node:fs';
import { startDeno, type DenoProcess, type DenoProcessOptions } from './deno-process.ts';

interface Generation {
  readonly started: Promise<DenoProcess>;
  calls: number;
  isOld: boolean;
}

export interface Generations {
  /** Runs a call on the current process, which it starts when there is none. */
  run<T>(
    call: (deno: DenoProcess) => Promise<{ value: T; finished: Promise<unknown> }>,
  ): Promise<T>;
  /** Makes the next call start anew. */
  replace(): void;
  close(): Promise<void>;
}

export interface GenerationsOptions {
  /** Read for each start, so that changed secrets count. */
  readonly settings: () => Promise<Omit<DenoProcessOptions, 'port' | 'log'>>;
  readonly port: number;
  readonly watched: readonly string[];
  readonly log: (line: string) => void;
}

export function createGenerations(options: GenerationsOptions): Generations {
  const living = new Set<Generation>();
  let current: Generation | null = null;

  const replace = (): void => {
    if (!current) return;
    const old = current;
    current = null;
    old.isOld = true;
    retire(old);
  };
  const start = (): Generation => {
    const port = living.size === 0 ? options.port : 0;
    const generation: Generation = { started: startOn(options, port), calls: 0, isOld: false };
    living.add(generation);
    const forget = (): void => {
      living.delete(generation);
      if (current === generation) current = null;
    };
    generation.started.then((deno) => deno.ended.then(forget)).catch(forget);
    return generation;
  };
  const watchers = watchAll(options.watched, replace);

  return {
    replace,
    run: (call) => runOn((current ??= start()), call),
    async close() {
      for (const watcher of watchers) watcher.close();
      for (const { started } of living) {
        const deno = await started.catch(() => null);
        deno?.kill();
        await deno?.ended;
      }
    },
  };
}

type Call<T> = (deno: DenoProcess) => Promise<{ value: T; finished: Promise<unknown> }>;

async function runOn<T>(generation: Generation, call: Call<T>): Promise<T> {
  generation.calls += 1;
  const done = (): void => {
    generation.calls -= 1;
    retire(generation);
  };
  try {
    const { value, finished } = await call(await generation.started);
    void finished.finally(done);
    return value;
  } catch (error) {
    done();
    throw error;
  }
}

/** An old process ends once nothing that was asked of it is under way. */
function retire(generation: Generation): void {
  if (generation.isOld && generation.calls === 0) {
    void generation.started.then((deno) => deno.drain()).catch(() => {});
  }
}

/** The port of the settings when it is free, else any: nobody but us calls it. */
async function startOn(options: GenerationsOptions, port: number): Promise<DenoProcess> {
  const settings = { ...(await options.settings()), log: options.log };
  try {
    return await startDeno({ ...settings, port });
  } catch (error) {
    const isTaken =
      error instanceof Error && /AddrInUse|address already in use/i.test(error.message);
    if (!isTaken || port === 0) throw error;
    return startDeno({ ...settings, port: 0 });
  }
}

function watchAll(folders: readonly string[], changed: () => void): FSWatcher[] {
  let timer: NodeJS.Timeout | undefined;
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(changed, 50);
  };
  return folders.flatMap((folder) => {
    try {
      const watcher = watch(folder, { recursive: true, persistent: false }, settle);
      watcher.on('error', () => watcher.close());
      return [watcher];
    } catch {
      return [];
    }
  });
}
