import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findImportFaults } from '../../../scripts/check-imports.ts';
import { withPlanted } from '../../support/data/planted.ts';

const faultsIn = (files: Record<string, string>) => withPlanted(files, findImportFaults);

const forbidden = [
  ['domain/money.ts', '#features/orders/api/orders.ts'],
  ['domain/money.ts', 'node:fs'],
  ['backend/orders.ts', '#features/cart/store/cart.ts'],
  ['stores/cart.ts', 'react'],
  ['stores/cart.ts', '../islands/cart/CartIsland.tsx'],
  ['islands/ui/Button.tsx', '#features/cart/store/cart.ts'],
  ['islands/cart/CartIsland.tsx', '#features/orders/api/orders.ts'],
  ['islands/cart/CartIsland.tsx', '../orders/OrderList.tsx'],
  ['islands/admin/orders/Table.tsx', '../products/Table.tsx'],
  ['analytics/watch.ts', '#features/cart/ui/CartIsland.tsx'],
  ['boot/client.ts', 'react'],
  ['pages/index.astro', '#features/orders/api/orders.ts'],
  ['pages/index.astro', '#features/cart/store/cart.ts'],
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
  ['domain/money.ts', './result.ts'],
  ['domain/board/draw.ts', '../colour.ts'],
  ['backend/orders.ts', '#shared/money.ts'],
  ['stores/cart.ts', 'nanostores'],
  ['islands/cart/CartIsland.tsx', '#features/cart/store/cart.ts'],
  ['islands/cart/CartIsland.tsx', '../ui/Button.tsx'],
  ['islands/cart/Line.tsx', './CartIsland.tsx'],
  ['pages/index.astro', '#features/cart/ui/CartIsland.tsx'],
  ['pages/index.astro', 'astro:content'],
] as const;

for (const [file, target] of permitted) {
  test(`src/${file} may import ${target}`, async () => {
    assert.deepEqual(await faultsIn({ [`src/${file}`]: `import { x } from '${target}';\n` }), []);
  });
}

test('a forbidden import() and a forbidden re-export are seen too', async () => {
  const faults = await faultsIn({
    'src/domain/late.ts': `export const load = () => import('#shared/backend/client.ts');\n`,
    'src/domain/again.ts': `export { x } from '#shared/backend/client.ts';\n`,
  });
  assert.equal(faults.length, 2);
});
