import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guideOf, partsOfGuide } from '#features/catalogue/model/build-guide.ts';

test('of a product’s files a build guide in Markdown is the page, and nothing else is', () => {
  const plate = { kind: 'plate', mediaType: 'text/markdown' };
  const drawn = { kind: 'build_guide', mediaType: 'image/svg+xml' };
  const guide = { kind: 'build_guide', mediaType: 'text/markdown' };
  assert.equal(guideOf([plate, drawn, guide]), guide);
  assert.equal(guideOf([plate, drawn]), null);
});

test('a guide falls into its parts, without the heading that the page has already', () => {
  const text =
    '# Building it\n\nTake an evening.\n\n## Tools\n\n- Tweezers\n\n## Steps\n\n1. One\n';
  assert.deepEqual(partsOfGuide(text), {
    lead: 'Take an evening.',
    parts: [
      { title: 'Tools', text: '- Tweezers' },
      { title: 'Steps', text: '1. One' },
    ],
  });
});

test('a guide without parts is all lead, and smaller headings divide nothing', () => {
  assert.deepEqual(partsOfGuide('### Small\n\nWords.'), { lead: '### Small\n\nWords.', parts: [] });
});
