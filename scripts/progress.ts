const isTerminal = process.stdout.isTTY;

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** How far long work has come; said to whoever watches, and now and then to a log. */
type Note = (text: string) => void;

export async function step<T>(title: string, work: (note: Note) => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const noted = { text: '', said: '' };
  const tell = () => {
    const words = noted.text === '' ? title : `${title}: ${noted.text}`;
    if (isTerminal) process.stdout.write(`\r\x1b[2K… ${words} (${seconds(startedAt)})`);
    else if (noted.said !== noted.text) process.stdout.write(`… ${words}\n`);
    noted.said = noted.text;
  };
  const ticker = setInterval(tell, isTerminal ? 100 : 10_000);
  const end = (mark: string) => {
    clearInterval(ticker);
    process.stdout.write(
      `${isTerminal ? '\r\x1b[2K' : ''}${mark} ${title} (${seconds(startedAt)})\n`,
    );
  };
  try {
    const result = await work((text) => {
      noted.text = text;
    });
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
