import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findShapeFaults } from '../../../scripts/check-shape.ts';
import { withPlanted } from '../../support/data/planted.ts';

async function faultsIn(file: string, text: string): Promise<string[]> {
  const faults = await withPlanted({ [file]: text }, findShapeFaults);
  return faults.map((fault) => fault.because);
}

test('a file whose name says nothing is a fault', async () => {
  assert.match((await faultsIn('src/shared/utils.ts', '')).join(), /does not say/);
  assert.match((await faultsIn('src/features/helpers/Button.tsx', '')).join(), /does not say/);
});

test('page frontmatter over 40 lines is a fault', async () => {
  const page = (count: number) => `---\n${'const a = 1;\n'.repeat(count)}---\n<p>page</p>\n`;
  assert.deepEqual(await faultsIn('src/pages/index.astro', page(40)), []);
  assert.match((await faultsIn('src/pages/index.astro', page(41))).join(), /frontmatter/);
});

test('an island that a page wakes, or that mounts itself, is a fault without its boundary', async () => {
  const page = `---\nimport { Cart } from '#features/cart/ui/Cart.tsx';\n---\n<Cart client:load />\n`;
  const island = (inner: string) => `export function Cart() { return ${inner}; }\n`;
  const plant = (inner: string) =>
    withPlanted(
      { 'src/pages/cart.astro': page, 'src/features/cart/ui/Cart.tsx': island(inner) },
      findShapeFaults,
    );
  const [fault] = await plant('<p>Cart</p>');
  assert.equal(fault?.file, 'src/features/cart/ui/Cart.tsx');
  assert.match(fault?.because ?? '', /without <IslandBoundary>/);
  assert.deepEqual(await plant('<IslandBoundary><p>Cart</p></IslandBoundary>'), []);
  const mounts = await faultsIn(
    'src/features/cart/ui/show.tsx',
    'createRoot(place).render(<p />);\n',
  );
  assert.match(mounts.join(), /mounts an island without/);
});

test('code that is imported late goes through what asks again after a failure', async () => {
  const faults = (text: string) => faultsIn('src/features/cart/ui/late.ts', text);
  const [fault] = await faults("void import('./add.ts');\n");
  assert.match(fault ?? '', /imports late by itself/);
  assert.equal((await faults("const load = () => import('./add.ts');\nvoid load();\n")).length, 1);
  assert.equal((await faults("const A = lazy(() => import('./A.tsx'));\n")).length, 1);
  assert.deepEqual(await faults("onIntent('a-b', () => import('./add.ts'));\n"), []);
  assert.deepEqual(
    await faults("const load = () => import('./add.ts');\nif (a) onIntent('a-b', load);\n"),
    [],
  );
  assert.deepEqual(await faults("const A = latePart({ load: () => import('./A.tsx') });\n"), []);
  assert.deepEqual(await faults("type Kit = typeof import('./kit.ts');\n"), []);
});

test('a dialog inside a part of a page is a fault, unless it is drawn elsewhere', async () => {
  const faultsOf = (mount: string, panel: string) =>
    withPlanted(
      {
        'src/features/lists/ui/show.tsx': `${mount}\ncreateRoot(host).render(<IslandBoundary />);\n`,
        'src/features/lists/ui/Panel.tsx': `${panel}\n`,
      },
      findShapeFaults,
    );
  const [fault] = await faultsOf('', 'return <Dialog open />;');
  assert.match(fault?.because ?? '', /use createPortal/);
  assert.deepEqual(await faultsOf('', 'return createPortal(<Dialog open />, place);'), []);
  const own = "const host = document.createElement('div');";
  assert.deepEqual(await faultsOf(own, 'return <Dialog open />;'), []);
});

test('a folder of more than 40 files is a fault, whatever its files are', async () => {
  const faultsOf = (folder: string, count: number) => {
    const names = Array.from({ length: count }, (_, place) => `${folder}/${place}.sql`);
    return withPlanted(Object.fromEntries(names.map((name) => [name, ''])), findShapeFaults);
  };
  assert.deepEqual(await faultsOf('supabase/schemas/70-orders/rpc', 40), []);
  assert.deepEqual(await faultsOf('supabase/schemas/70-orders/rpc', 41), [
    { file: 'supabase/schemas/70-orders/rpc', because: 'holds 41 files, and 40 is the most' },
  ]);
  assert.equal((await faultsOf('tests/database/orders', 41)).length, 1);
});
