import { setTimeout as sleep } from 'node:timers/promises';
import { buildSite, findBuiltSite } from './build-site.ts';
import { describeChanges, readBuild } from './publish-changes.ts';
import type { BuildRequest, PublishQueue } from './publish-queue.ts';
import type { Settings } from './settings.ts';

const logEveryMs = 400;

export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

/** What a build says, a few times a second at most, and never two writes at once. */
function createLog(queue: PublishQueue, { id, log: before }: BuildRequest) {
  let text = before === '' ? '' : `${before}\n`;
  let writing: Promise<void> | null = null;
  const write = async () => {
    await sleep(logEveryMs);
    writing = null;
    await queue.writeLog(id, text).catch(() => undefined);
  };
  return {
    add(more: string) {
      // Colours are for terminals.
      // oxlint-disable-next-line no-control-regex
      text += more.replace(/\x1b\[[\d;]*m/g, '');
      writing ??= write();
    },
    async whole() {
      await writing;
      return text;
    },
  };
}

/** Gives one sentence about how it went; throws what ended the build after it has been told. */
export async function publishRequest(
  settings: Settings,
  queue: PublishQueue,
  request: BuildRequest,
  signal?: AbortSignal,
): Promise<string> {
  const log = createLog(queue, request);
  const { siteFolder: outFolder } = settings;
  const { pictures } = await findBuiltSite(settings);
  const former = await readBuild(outFolder);
  log.add('The build begins.\n');
  try {
    await buildSite(settings, {
      outFolder,
      buildId: request.id,
      onOutput: (text) => log.add(text),
      ...(signal ? { signal } : {}),
      ...(pictures ? { pictures } : {}),
    });
  } catch (error) {
    // A shop that is being stopped builds this again when it is back.
    if (signal?.aborted) return 'Stopped while publishing.';
    log.add(`\n${reasonOf(error)} The site is as it was.\n`);
    await queue.finish(request.id, 'failed', await log.whole());
    throw error;
  }
  const changes = describeChanges(former, await readBuild(outFolder));
  log.add(`\n${changes}\n`);
  await queue.finish(request.id, 'live', await log.whole());
  return `Published. ${changes.split('\n', 1)[0]}`;
}
