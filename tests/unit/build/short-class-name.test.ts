import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { shortClassName } from '#build/class-names/short-class-name.ts';

test('a class of a module is named by its own name and three signs for its file', () => {
  const file = 'src/ui/styles/badge.module.css';
  assert.match(shortClassName('open', file), /^open_[A-Za-z\d]{3}$/);
  assert.notEqual(
    shortClassName('open', file),
    shortClassName('open', 'src/ui/styles/chip.module.css'),
  );
});

test('a page and its scripts, which name a file in other ways, call its classes the same', () => {
  const file = 'src/ui/styles/badge.module.css';
  const asked = `${path.resolve(file)}?used&lang.css`;
  assert.equal(shortClassName('open', asked), shortClassName('open', file));
});
