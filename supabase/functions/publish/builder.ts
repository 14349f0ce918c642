/**
 * Whoever builds, told that a build is wanted: a workflow of GitHub, or any address to which a POST
 * starts a build. Invariant: telling twice is harmless, for a run that finds nothing to do ends.
 */
import type { FunctionEnvironment } from '../_shared/report-error.ts';

/** Null when the builder knows; otherwise a sentence for staff. */
export type BuilderCall = () => Promise<string | null>;

const longestWaitMs = 8000;
const tries = 2;
const pauseMs = 500;

export const unreachable = 'The builder could not be reached.';

interface Target {
  readonly url: string;
  readonly init: RequestInit;
  readonly explain: (status: number) => string;
}

function explainGitHub(status: number): string {
  if (status === 401 || status === 403)
    return `The builder refused BUILDER_TOKEN (${status}): it has ended, or may not start workflows.`;
  if (status === 404)
    return 'The builder knows no such workflow (404): compare BUILDER_REPOSITORY and BUILDER_WORKFLOW.';
  if (status === 422)
    return 'The builder can’t start this workflow (422): compare BUILDER_BRANCH with the branch that has it.';
  return `The builder answers ${status}.`;
}

function gitHub(environment: FunctionEnvironment): Target | null {
  const repository = environment['BUILDER_REPOSITORY'] ?? '';
  const token = environment['BUILDER_TOKEN'] ?? '';
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || token === '') return null;
  const api = (environment['BUILDER_API_URL'] || 'https://api.github.com').replace(/\/+$/, '');
  const workflow = encodeURIComponent(environment['BUILDER_WORKFLOW'] || 'publish.yml');
  return {
    url: `${api}/repos/${repository}/actions/workflows/${workflow}/dispatches`,
    init: {
      method: 'POST',
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'user-agent': 'keywright',
        'x-github-api-version': '2022-11-28',
      },
      body: JSON.stringify({ ref: environment['BUILDER_BRANCH'] || 'main' }),
    },
    explain: explainGitHub,
  };
}

function deployHook(environment: FunctionEnvironment): Target | null {
  const url = environment['DEPLOY_HOOK_URL'] ?? '';
  if (url === '') return null;
  return { url, init: { method: 'POST' }, explain: (status) => `The builder answers ${status}.` };
}

export function createBuilderCall(
  environment: FunctionEnvironment,
  send: typeof fetch = fetch,
): BuilderCall {
  const target = gitHub(environment) ?? deployHook(environment);

  async function tell({ url, init, explain }: Target): Promise<string | null> {
    let problem = unreachable;
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      try {
        const answer = await send(url, { ...init, signal: AbortSignal.timeout(longestWaitMs) });
        await answer.body?.cancel();
        if (answer.ok) return null;
        problem = explain(answer.status);
        // What was understood and refused is refused again.
        if (answer.status < 500 && answer.status !== 429) return problem;
      } catch {
        problem = unreachable;
      }
    }
    return problem;
  }

  return async () => (target === null ? 'No builder is set.' : tell(target));
}
