/**
 * Stands in for GitHub where it starts workflows: whoever shows the token starts `publish.yml`, which is
 * run with the variables that the file names and nothing else of this machine.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const repository = 'makers/shop';
export const builderToken = 'github_pat_starts_workflows';

export interface WorkflowRunner {
  readonly url: string;
  /** What each run said, once it has ended. */
  readonly runs: string[];
  /** Resolves when no run is under way. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export async function startWorkflowRunner(
  run: (logUrl: string) => Promise<{ readonly output: string }>,
): Promise<WorkflowRunner> {
  const runs: string[] = [];
  // One at a time, as the file's concurrency says.
  let last: Promise<void> = Promise.resolve();
  const server = createServer((request, response) => {
    const path = `/repos/${repository}/actions/workflows/publish.yml/dispatches`;
    const isKnown = request.headers.authorization === `Bearer ${builderToken}`;
    const isWorkflow = request.method === 'POST' && request.url === path;
    request.resume();
    response.writeHead(isKnown ? (isWorkflow ? 204 : 404) : 401);
    response.end();
    if (!isKnown || !isWorkflow) return;
    const former = last;
    last = (async () => {
      await former;
      const { output } = await run(`https://github.test/${repository}/runs/${runs.length + 1}`);
      runs.push(output);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    runs,
    settled: () => last,
    async close() {
      server.close();
      await last;
    },
  };
}
