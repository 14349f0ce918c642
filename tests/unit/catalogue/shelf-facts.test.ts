import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShelfFacts } from '#features/catalogue/api/shelf-facts.ts';

const address = { url: 'http://shop.test', publishableKey: 'sb_publishable_test' };

const head = 'product_id,stock,batch_stage';

function answering(status: number, body: string) {
  const asked: URL[] = [];
  const send: typeof fetch = (input) => {
    asked.push(new URL(String(input)));
    return Promise.resolve(new Response(body, { status }));
  };
  return { send, asked };
}

test('a shelf asks for its products in one request, and for three columns of them', async () => {
  const { send, asked } = answering(200, `${head}\np1,few_left,\np2,group_buy,open\n`);
  assert.deepEqual(await readShelfFacts(['p1', 'p2'], send, address), [
    { productId: 'p1', stock: 'few_left', batchStage: null },
    { productId: 'p2', stock: 'group_buy', batchStage: 'open' },
  ]);
  assert.equal(asked.length, 1);
  assert.equal(asked[0]?.searchParams.get('select'), 'product_id,stock,batch_stage');
  assert.equal(asked[0]?.searchParams.get('product_id'), 'in.(p1,p2)');
});

test('a shelf without products asks nothing', async () => {
  const { send, asked } = answering(200, head);
  assert.deepEqual(await readShelfFacts([], send, address), []);
  assert.equal(asked.length, 0);
});

test('a line that this page doesn’t understand is left out, a stage alone is not', async () => {
  const { send } = answering(200, `${head}\np1,on_the_moon,\n\np3,group_buy,melted`);
  assert.deepEqual(await readShelfFacts(['p1'], send, address), [
    { productId: 'p3', stock: 'group_buy', batchStage: null },
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
