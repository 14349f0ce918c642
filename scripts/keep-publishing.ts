import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Settings } from './settings.ts';

export interface Publisher {
  /** Lets the builder look at once for what was asked. */
  wake(): void;
  readonly pid: () => number | undefined;
  stop(): Promise<void>;
}

const restartMs = 500;
const patienceMs = 8_000;

export function keepPublishing(settings: Settings, say: (sentence: string) => void): Publisher {
  let isLeaving = false;
  let child: ChildProcess = start();

  function start(): ChildProcess {
    const started = fork(path.join(import.meta.dirname, 'publish-site.ts'), {
      execArgv: ['--no-warnings'],
      cwd: settings.projectFolder,
      env: { ...process.env, KEYWRIGHT_BUILDER: JSON.stringify(settings) },
      // A Ctrl+C is for the shop, which then ends its builder in order.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (sentence) => {
      if (typeof sentence === 'string') say(sentence);
    });
    started.on('error', () => {});
    started.once('exit', () => {
      if (isLeaving) return;
      say('The builder ended and is started again.');
      setTimeout(() => {
        if (!isLeaving) child = start();
      }, restartMs);
    });
    return started;
  }

  return {
    wake: () => {
      if (child.connected) child.send('look', () => undefined);
    },
    pid: () => child.pid,
    async stop() {
      isLeaving = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      const slow = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      if (child.connected) child.disconnect();
      await ended;
      clearTimeout(slow);
    },
  };
}
