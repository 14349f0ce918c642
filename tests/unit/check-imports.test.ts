import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findImportFaults } from '../../scripts/check-imports.ts';
import { withPlanted } from '../support/planted.ts';

const faultsIn = (files: Record<string, string>) => withPlanted(files, findImportFaults);

const forbidden = [
  ['domain/money.ts', '#backend/orders.ts'],
  ['domain/money.ts', 'node:fs'],
  ['backend/orders.ts', '#stores/cart.ts'],
  ['stores/cart.ts', 'react'],
  ['stores/cart.ts', '../islands/cart/CartIsland.tsx'],
  ['islands/ui/Button.tsx', '#stores/cart.ts'],
  ['islands/cart/CartIsland.tsx', '#backend/orders.ts'],
  ['islands/cart/CartIsland.tsx', '../orders/OrderList.tsx'],
  ['islands/admin/orders/Table.tsx', '../products/Table.tsx'],
  ['analytics/watch.ts', '#islands/cart/CartIsland.tsx'],
  ['boot/client.ts', 'react'],
  ['pages/index.astro', '#backend/orders.ts'],
  ['pages/index.astro', '#stores/cart.ts'],
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
  ['backend/orders.ts', '#domain/money.ts'],
  ['stores/cart.ts', 'nanostores'],
  ['islands/cart/CartIsland.tsx', '#stores/cart.ts'],
  ['islands/cart/CartIsland.tsx', '../ui/Button.tsx'],
  ['islands/cart/Line.tsx', './CartIsland.tsx'],
  ['pages/index.astro', '#islands/cart/CartIsland.tsx'],
  ['pages/index.astro', 'astro:content'],
] as const;

for (const [file, target] of permitted) {
  test(`src/${file} may import ${target}`, async () => {
    assert.deepEqual(await faultsIn({ [`src/${file}`]: `import { x } from '${target}';\n` }), []);
  });
}

test('a forbidden import() and a forbidden re-export are seen too', async () => {
  const faults = await faultsIn({
    'src/domain/late.ts': `export const load = () => import('#backend/client.ts');\n`,
    'src/domain/again.ts': `export { x } from '#backend/client.ts';\n`,
  });
  assert.equal(faults.length, 2);
});
