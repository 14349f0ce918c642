import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mustBeReadable, withFilesNamed, withoutLists } from '#build/lean-preload/plugin.ts';

const list = (names: string) =>
  `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[${names}])))=>i.map(i=>d[i]);\n`;

test('a lazy script is loaded without the names of what it stands on', () => {
  const code = `${list('"_astro/a.js","_astro/b.js"')}t(()=>import("./a.js"),__vite__mapDeps([0,1]));`;
  assert.equal(withoutLists(code, 'page.js'), 't(()=>import("./a.js"));');
});

test('a lazy script that stands on nothing more is loaded without an empty list', () => {
  const code = 't(()=>import(`./a.js`),[]);f(()=>{},[]);';
  assert.equal(withoutLists(code, 'page.js'), 't(()=>import(`./a.js`));f(()=>{},[]);');
  const both = `${list('"_astro/b.js"')}${code}t(()=>import("./b.js"),__vite__mapDeps([0]));`;
  const bare = 't(()=>import(`./a.js`));f(()=>{},[]);t(()=>import("./b.js"));';
  assert.equal(withoutLists(both, 'page.js'), bare);
});

test('code that loads nothing stays as it is', () => {
  assert.equal(withoutLists('let a=[1,2];', 'page.js'), 'let a=[1,2];');
});

test('a lazy script that brings a style sheet is refused by name', () => {
  const code = `${list('"_astro/a.css"')}t(()=>import("./a.js"),__vite__mapDeps([0]));`;
  assert.throws(
    () => withoutLists(code, 'page.js'),
    /page\.js loads the style sheet "_astro\/a\.css" late/,
  );
});

test('a script whose name a browser could not read out of others is refused', () => {
  mustBeReadable('desk.DHYnn-R3b.js');
  assert.throws(() => mustBeReadable('desk~Orders.DHYnnR3b.js'), /could not be loaded late/);
});

const graph: Readonly<Record<string, readonly string[]>> = {
  'door.js': ['room.js', 'wall.js'],
  'room.js': ['floor.js', 'wall.js'],
  'floor.js': ['door.js', 'ground.js'],
};
const imports = (file: string) => graph[file] ?? [];

test('a script that is loaded late names what it stands on at further remove, each once', () => {
  const code = 'import"./room.js";import"./wall.js";go();\n';
  const named = withFilesNamed(code, 'door.js', imports);
  assert.equal(named, `${code}//"./floor.js""./ground.js"\n`);
});

test('a script that stands on nothing more stays as it is', () => {
  assert.equal(withFilesNamed('go();', 'wall.js', imports), 'go();');
});
