import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const code = readFileSync(path.resolve(import.meta.dirname, '../../../public/notices.js'), 'utf8');

interface WorkerEvent {
  readonly data?: { readonly json: () => unknown };
  readonly notification?: { readonly data: string; readonly close: () => void };
}

/** The worker in a world of its own, in which such pages are open. */
function startWorker(openPages: readonly string[] = []) {
  const done: string[] = [];
  const hears = new Map<string, (event: object) => void>();
  const pages = openPages.map((url) => ({
    url,
    focus: async () => void done.push(`focus ${url}`),
  }));
  runInContext(
    code,
    createContext({
      URL,
      location: new URL('https://shop.test/notices.js'),
      addEventListener: (name: string, hear: (event: object) => void) => hears.set(name, hear),
      registration: {
        showNotification: async (title: string, { data, tag }: { data: string; tag: string }) =>
          void done.push(`show ${title}, ${tag}, ${data}`),
      },
      clients: {
        matchAll: () => Promise.resolve(pages),
        openWindow: async (url: string) => void done.push(`open ${url}`),
      },
    }),
  );
  const fire = async (name: string, event: WorkerEvent) => {
    const waits: Promise<unknown>[] = [];
    hears.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
    return done;
  };
  return { hears, fire };
}

describe('the worker of notices', () => {
  test('hears what is pushed and pressed, and no request of a page', () => {
    assert.deepEqual([...startWorker().hears.keys()].toSorted(), ['notificationclick', 'push']);
  });

  test('shows what was pushed', async () => {
    const pushed = { title: 'Saltmarsh', body: 'It came.', url: 'https://shop.test/a', tag: 'one' };
    assert.deepEqual(await startWorker().fire('push', { data: { json: () => pushed } }), [
      'show Saltmarsh, one, https://shop.test/a',
    ]);
  });

  test('goes to the page that is open already, and opens it where it is not', async () => {
    const url = 'https://shop.test/a';
    const notification = { data: url, close() {} };
    for (const [open, does] of [
      [[url, 'https://shop.test/b'], 'focus'],
      [['https://shop.test/b'], 'open'],
    ] as const)
      assert.deepEqual(await startWorker(open).fire('notificationclick', { notification }), [
        `${does} ${url}`,
      ]);
  });

  test('opens no page of anybody else', async () => {
    const notification = { data: 'https://elsewhere.test/a', close() {} };
    assert.deepEqual(await startWorker().fire('notificationclick', { notification }), []);
  });

  test('shows from where it comes where nothing can be read, for something has to be seen', async () => {
    const unreadable = {
      json: () => {
        throw new SyntaxError('Unexpected end of JSON input');
      },
    };
    for (const event of [{}, { data: unreadable }])
      assert.deepEqual(await startWorker().fire('push', event), [
        'show shop.test, undefined, https://shop.test',
      ]);
  });
});
