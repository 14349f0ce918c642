import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSection } from '../../../scripts/figures.ts';

const titles = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);

test('what a run measured takes the place of its section, and leaves the others', () => {
  const before = '# Figures\n\n## A\n\nold\n\n| a |\n\n## B\n\nkept\n';
  const after = withSection(before, { title: 'A', lines: ['| new |'] });
  assert.deepEqual(titles(after), ['A', 'B']);
  assert.match(after, /\| new \|/);
  assert.doesNotMatch(after, /\| a \|/);
  assert.match(after, /## B\n\nkept\n$/);
});

test('a section that is new comes last', () => {
  const after = withSection('# Figures\n\n## A\n\n| a |\n', { title: 'C', lines: ['| c |'] });
  assert.deepEqual(titles(after), ['A', 'C']);
});
