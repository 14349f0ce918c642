import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRelay } from '../../support/firefox/relay.ts';

interface Sent {
  readonly id: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A browser that answers as it is told, one command after the other. */
function relayWith(answer: (asked: Sent) => object) {
  const told: unknown[] = [];
  const asked: Sent[] = [];
  const relay = createRelay({
    toBrowser(text) {
      const command = JSON.parse(text) as Sent;
      asked.push(command);
      queueMicrotask(() =>
        relay.fromBrowser(JSON.stringify({ id: command.id, ...answer(command) })),
      );
    },
    toPlaywright: (text) => told.push(JSON.parse(text)),
  });
  return {
    relay,
    told,
    asked,
    async send(method: string, params: object) {
      relay.fromPlaywright(JSON.stringify({ id: 7, method, params }));
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const success = { type: 'success', result: {} };
const unknown = { type: 'error', error: 'unknown command' };
const media = 'emulation.setMediaFeaturesOverride';
const dark = { features: { 'prefers-color-scheme': 'dark' } };

const withoutMedia = ({ method }: Sent) => {
  if (method === media) return unknown;
  if (method !== 'browsingContext.getTree') return success;
  return { ...success, result: { contexts: [{ context: 'window' }] } };
};

test('A theme that Firefox has no command for is set in its own window', async () => {
  const { told, asked, send } = relayWith(withoutMedia);
  await send(media, dark);
  assert.deepEqual(told, [{ id: 7, ...success }]);
  assert.match(String(asked.at(-1)?.params?.['expression']), /content-override', 0\)$/);
  await send(media, { features: {} });
  assert.match(String(asked.at(-1)?.params?.['expression']), /content-override', 1\)$/);
});

test('A theme that can be set in neither way is refused, and the test that wants it with it', async () => {
  const { told, send } = relayWith(({ method }) =>
    method === media ? unknown : { type: 'error' },
  );
  await send(media, dark);
  assert.deepEqual(told, [{ id: 7, ...unknown }]);
});

test('A Firefox that knows the command is left alone', async () => {
  const { told, asked, send } = relayWith(() => success);
  await send(media, dark);
  assert.equal(asked.length, 1);
  assert.deepEqual(told, [{ id: 7, ...success }]);
});

test('Only the permissions that a setting has given are taken for given', async () => {
  const refusal = { type: 'error', error: 'invalid argument' };
  const { told, send } = relayWith(() => refusal);
  await send('permissions.setPermission', { descriptor: { name: 'clipboard-read' } });
  await send('permissions.setPermission', { descriptor: { name: 'camera' } });
  assert.deepEqual(told, [
    { id: 7, ...success },
    { id: 7, ...refusal },
  ]);
});

test('A file that a page made is a download by its address', () => {
  const { relay, told } = relayWith(() => success);
  const event = (params: object) => ({
    type: 'event',
    method: 'browsingContext.downloadWillBegin',
    params,
  });
  relay.fromBrowser(JSON.stringify(event({ navigation: null, url: 'blob:1' })));
  relay.fromBrowser(JSON.stringify(event({ navigation: 'n', url: 'https://a.test/f' })));
  assert.deepEqual(told, [
    event({ navigation: null, url: 'blob:1', download: 'blob:1' }),
    event({ navigation: 'n', url: 'https://a.test/f' }),
  ]);
});

test('Text is typed as people do from the first page on', async () => {
  const { asked, send } = relayWith(() => success);
  await send('session.new', {});
  assert.deepEqual(
    asked.map(({ method }) => method),
    ['session.new', 'script.addPreloadScript'],
  );
});

test('The first key on a new page waits until the page has been drawn, the next one does not', async () => {
  const { relay, asked, send } = relayWith(() => success);
  const params = { context: 'page' };
  relay.fromBrowser(
    JSON.stringify({ type: 'event', method: 'browsingContext.navigationCommitted', params }),
  );
  await send('input.performActions', params);
  await send('input.performActions', params);
  assert.deepEqual(
    asked.map(({ method }) => method),
    ['script.callFunction', 'input.performActions', 'input.performActions'],
  );
});
