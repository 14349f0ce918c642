import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { findImportFaults, graph } from '../../../scripts/check-imports.ts';
import { withPlanted } from '../../support/data/planted.ts';

const faultsIn = (files: Record<string, string>) => withPlanted(files, findImportFaults);

const forbidden = [
  ['shared/money.ts', '#features/orders/api/orders.ts'],
  ['shared/money.ts', 'node:fs'],
  ['drawing/colour.ts', '#features/colours/model/palette.ts'],
  ['features/orders/model/order.ts', '../api/orders.ts'],
  ['features/orders/model/order.ts', '#shared/backend/client.ts'],
  ['features/orders/api/orders.ts', '../store/my-orders.ts'],
  ['features/cart/store/cart.ts', 'react'],
  ['features/cart/store/cart.ts', '../ui/CartIsland.tsx'],
  ['features/cart/ui/CartIsland.tsx', '#features/orders/ui/OrderList.tsx'],
  ['features/orders/ui/OrderList.tsx', '../desk/OrdersDesk.tsx'],
  ['features/catalogue/model/product.ts', '#features/batches/api/batches.ts'],
  ['ui/react/Button.tsx', '#features/cart/store/cart.ts'],
  ['desk-kit/table/Table.tsx', '#features/orders/store/my-orders.ts'],
] as const;

for (const [file, target] of forbidden) {
  test(`src/${file} may not import ${target}`, async () => {
    const text = file.endsWith('.astro')
      ? `---\nimport x from '${target}';\n---\n`
      : `import { x } from '${target}';\n`;
    const faults = await faultsIn({ [`src/${file}`]: text });
    assert.deepEqual(
      faults.map((fault) => [fault.file, fault.imports]),
      [[`src/${file}`, target]],
    );
  });
}

const permitted = [
  ['shared/money.ts', './result.ts'],
  ['drawing/board/draw.ts', '../colour.ts'],
  ['features/orders/api/orders.ts', '#shared/money.ts'],
  ['features/orders/api/orders.ts', '../model/order.ts'],
  ['features/cart/store/cart.ts', 'nanostores'],
  ['features/cart/ui/CartIsland.tsx', '../store/cart.ts'],
  ['features/cart/ui/CartIsland.tsx', '#ui/react/Button.tsx'],
  ['features/checkout/ui/CheckoutForm.tsx', '#features/cart/ui/CartLine.tsx'],
  ['boot/client.ts', '#features/cart/store/cart.ts'],
  ['pages/index.astro', '#features/cart/ui/CartIsland.tsx'],
  ['pages/index.astro', 'astro:content'],
] as const;

for (const [file, target] of permitted) {
  test(`src/${file} may import ${target}`, async () => {
    assert.deepEqual(await faultsIn({ [`src/${file}`]: `import { x } from '${target}';\n` }), []);
  });
}

test('the embedded backend imports nothing of the shop', async () => {
  const from = (target: string) =>
    faultsIn({ 'scripts/local-supabase/auth/auth.ts': `import { x } from '${target}';\n` });
  const shop = ['#shared/money.ts', '../../../src/shared/money.ts', '../../settings.ts'];
  for (const target of shop) {
    const faults = await from(target);
    assert.deepEqual(
      faults.map(({ file, imports }) => [file, imports]),
      [['scripts/local-supabase/auth/auth.ts', target]],
    );
  }
  for (const target of ['../context.ts', './call.ts', 'node:fs', 'postgres']) {
    assert.deepEqual(await from(target), [], target);
  }
});

test('a forbidden import() and a forbidden re-export are seen too', async () => {
  const faults = await faultsIn({
    'src/features/orders/model/late.ts': `export const load = () => import('#shared/backend/client.ts');\n`,
    'src/features/orders/model/again.ts': `export { x } from '#shared/backend/client.ts';\n`,
  });
  assert.equal(faults.length, 2);
});

test('the graph of the features has no circle, and names rooms that are there', async () => {
  const rooms = new Set(
    (await readdir(path.join(import.meta.dirname, '../../../src/features'))).toSorted(),
  );
  assert.deepEqual(new Set(Object.keys(graph).toSorted()), rooms);
  const leansOn = (feature: string, seen: readonly string[]): void => {
    assert.ok(!seen.includes(feature), [...seen, feature].join(' leans on '));
    for (const next of graph[feature] ?? []) leansOn(next, [...seen, feature]);
  };
  for (const feature of rooms) leansOn(feature, []);
});
