const isTerminal = process.stdout.isTTY;

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const ticker = isTerminal
    ? setInterval(() => process.stdout.write(`\r\x1b[2K… ${title} (${seconds(startedAt)})`), 100)
    : undefined;
  const end = (mark: string) => {
    clearInterval(ticker);
    process.stdout.write(
      `${isTerminal ? '\r\x1b[2K' : ''}${mark} ${title} (${seconds(startedAt)})\n`,
    );
  };
  try {
    const result = await work();
    end('✓');
    return result;
  } catch (error) {
    end('✗');
    throw error;
  }
}

export function say(message: string): void {
  process.stdout.write(`${isTerminal ? '\r\x1b[2K' : ''}${message}\n`);
}

/** Errors that a person can mend are one sentence; everything else keeps its stack. */
export function explain(
  error: unknown,
  mendable: readonly (new (message: string) => Error)[],
): string {
  if (!(error instanceof Error)) return String(error);
  return mendable.some((kind) => error instanceof kind)
    ? error.message
    : (error.stack ?? error.message);
}
