/**
 * The only place that keeps the process alive when Postgres is killed inside a transaction: postgres
 * 3.4.9 then writes "rollback" to a closed socket, where no caller can catch the error.
 * Invariant: any other uncaught error ends the process as it would without this.
 */
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
