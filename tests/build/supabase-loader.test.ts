import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { z } from 'astro/zod';
import { loadTable, type TableStore } from '../../src/content/supabase-loader.ts';

interface Row {
  id: string;
  title: string;
  updated_at: string;
}

let rows: Row[] = [];
let asked: URLSearchParams[] = [];
let server: http.Server;
let url = '';

before(async () => {
  server = http.createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://x').searchParams;
    asked.push(query);
    const wanted = query.get('id')?.match(/[\w-]+(?="?[,)])/g);
    const found = rows.filter(
      (row) => wanted === undefined || wanted === null || wanted.includes(row.id),
    );
    const start = Number(query.get('offset') ?? 0);
    const end = start + Number(query.get('limit') ?? found.length);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(found.slice(start, end)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());
beforeEach(() => {
  asked = [];
});

const table = {
  table: 'things',
  key: ['id'],
  stamp: 'updated_at' as const,
  schema: z.object({ id: z.string(), title: z.string().min(2) }),
};

function emptyStore(): TableStore & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, { data: Record<string, unknown>; digest?: string | number }>();
  const notes = new Map<string, string>();
  return {
    kept,
    store: {
      keys: () => [...kept.keys()],
      get: (id) => kept.get(id),
      set: ({ id, ...entry }) => void kept.set(id, entry),
      delete: (id) => void kept.delete(id),
      clear: () => kept.clear(),
    },
    meta: { get: (key) => notes.get(key), set: (key, value) => void notes.set(key, value) },
    generateDigest: (row) => JSON.stringify(row),
    logger: { info() {} },
  };
}

const row = (number: number): Row => ({
  id: `row-${number}`,
  title: `Title ${number}`,
  updated_at: `2026-01-01T00:00:${String(number % 60).padStart(2, '0')}`,
});
const load = (context: TableStore) => loadTable(table, { url, key: 'public' }, context);

test('a table of more rows than one page is read whole', async () => {
  rows = Array.from({ length: 1234 }, (_, index) => row(index));
  const context = emptyStore();
  await load(context);
  assert.equal(context.kept.size, 1234);
});

test('rows whose stamp is known are not read again', async () => {
  rows = [row(1), row(2), row(3)];
  const context = emptyStore();
  await load(context);
  rows = [row(1), { ...row(2), title: 'Changed', updated_at: '2026-02-02T00:00:00' }, row(3)];
  asked = [];
  await load(context);
  const whole = asked.filter((query) => query.get('select') === '*');
  assert.deepEqual(
    whole.map((query) => query.get('id')),
    ['in.("row-2")'],
  );
  assert.deepEqual(context.store.get('row-2')?.data, { id: 'row-2', title: 'Changed' });
});

test('a row that is gone, and one that appears without an edit, are noticed together', async () => {
  rows = [row(1), row(2)];
  const context = emptyStore();
  await load(context);
  rows = [row(2), { ...row(1), id: 'row-9' }];
  await load(context);
  assert.deepEqual([...context.kept.keys()].toSorted(), ['row-2', 'row-9']);
});

test('rows of another backend are never taken for those of this one', async () => {
  rows = [row(1)];
  const context = emptyStore();
  await load(context);
  context.meta.set('backend', 'https://elsewhere.example');
  asked = [];
  await load(context);
  assert.equal(asked[0]?.get('select'), '*');
});

test('a row that can not be shown ends the build in a sentence with its table and row', async () => {
  rows = [row(1), { ...row(2), title: 'x' }];
  await assert.rejects(
    load(emptyStore()),
    /table things, row row-2 \("x"\), can't be shown: title: /,
  );
});

test('a backend that does not answer ends the build in a sentence', async () => {
  const target = { url: 'http://127.0.0.1:1', key: 'public' };
  await assert.rejects(
    loadTable(table, target, emptyStore()),
    /table things can't be read: http:\/\/127\.0\.0\.1:1 does not answer/,
  );
});
