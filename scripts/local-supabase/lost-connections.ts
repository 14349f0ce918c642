/** Invariant: any other uncaught error ends the process as it would without this. */
const symptom = /Cannot read properties of null \(reading 'write'\)/;

export function surviveLostConnections(log: (message: string) => void): () => void {
  const judge = (error: unknown) => {
    const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (symptom.test(shown) && shown.includes('postgres')) {
      log('A transaction lost its connection to Postgres.');
      return;
    }
    process.stderr.write(`${shown}\n`);
    process.exit(1);
  };
  process.on('uncaughtException', judge);
  return () => process.off('uncaughtException', judge);
}

/** A database on this machine is back within seconds: the library's own patience grows to twenty. */
export function secondsToRetry(retries: number): number {
  return Math.min(0.02 * 2 ** retries, 0.25);
}

/** What the driver says when there was nobody to talk to, instead of an SQLSTATE. */
export function isLostConnection(code: unknown): boolean {
  return typeof code === 'string' && /^(?:CONNECT(?:ION)?_|E(?:CONN|PIPE))/.test(code);
}

/** Whether Postgres was away, so that asking again helps: not reached, shutting down or starting up. */
export function isDatabaseAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return (
    isLostConnection(code) || (typeof code === 'string' && /^(?:57P0[1-3]|08\w{3})$/.test(code))
  );
}
