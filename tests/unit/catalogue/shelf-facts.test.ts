import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShelfFacts } from '#features/catalogue/api/shelf-facts.ts';

const address = { url: 'http://shop.test', publishableKey: 'sb_publishable_test' };

const head = 'product_id,stock,batch_stage,is_b_stock';

function answering(status: number, body: string) {
  const asked: URL[] = [];
  const send: typeof fetch = (input) => {
    asked.push(new URL(String(input)));
    return Promise.resolve(new Response(body, { status }));
  };
  return { send, asked };
}

test('a shelf asks for its products in one request, and for four columns of them', async () => {
  const { send, asked } = answering(
    200,
    `${head}\np1,few_left,,f\np1,in_stock,,t\np2,group_buy,open,f\n`,
  );
  assert.deepEqual(await readShelfFacts(['p1', 'p2'], send, address), [
    { productId: 'p1', stock: 'few_left', batchStage: null, isBStock: false },
    { productId: 'p1', stock: 'in_stock', batchStage: null, isBStock: true },
    { productId: 'p2', stock: 'group_buy', batchStage: 'open', isBStock: false },
  ]);
  assert.equal(asked.length, 1);
  assert.equal(asked[0]?.searchParams.get('select'), 'product_id,stock,batch_stage,is_b_stock');
  assert.equal(asked[0]?.searchParams.get('product_id'), 'in.(p1,p2)');
});

test('a long shelf asks in parts, each with an address that hosts take', async () => {
  const { send, asked } = answering(200, `${head}\np1,in_stock,,f`);
  const ids = Array.from({ length: 400 }, () => crypto.randomUUID());
  assert.equal((await readShelfFacts(ids, send, address))?.length, asked.length);
  assert.ok(asked.every(({ href }) => href.length < 8_000));
  const said = asked.map(({ searchParams }) => searchParams.get('product_id') ?? '');
  assert.deepEqual(
    said.flatMap((part) => part.slice(4, -1).split(',')),
    ids,
  );
});

test('a shelf without products asks nothing', async () => {
  const { send, asked } = answering(200, head);
  assert.deepEqual(await readShelfFacts([], send, address), []);
  assert.equal(asked.length, 0);
});

test('a line that this page doesn’t understand is left out, a stage alone is not', async () => {
  const { send } = answering(200, `${head}\np1,on_the_moon,,f\n\np3,group_buy,melted,f`);
  assert.deepEqual(await readShelfFacts(['p1'], send, address), [
    { productId: 'p3', stock: 'group_buy', batchStage: null, isBStock: false },
  ]);
});

test('a shop that does not answer, or not in a way to read, has told a shelf nothing', async () => {
  const broken = [answering(500, head), answering(200, '[]'), answering(200, '<html>')];
  for (const { send } of broken) {
    assert.equal(await readShelfFacts(['p1'], send, address), null);
  }
  const unreachable = () => Promise.reject(new TypeError('failed'));
  assert.equal(await readShelfFacts(['p1'], unreachable, address), null);
});
