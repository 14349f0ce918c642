/**
 * Checks the file of a draw outside the browser and outside this shop: no network, no database.
 */
import { readFile } from 'node:fs/promises';
import { verifyDraw } from '../src/features/lists/model/draw.ts';
import { parseDrawFile } from '../src/features/lists/model/draw-file.ts';

const [file, entryId] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node scripts/verify-draw.ts draw.json [entry id]');
  process.exit(2);
}
const read = parseDrawFile(await readFile(file, 'utf8'));
if (!read.ok) {
  console.error(read.error);
  process.exit(2);
}
const { title, draw } = read.value;
const marks = { holds: '✓', fails: '✗', waiting: '…' } as const;
const steps = verifyDraw(draw);
console.log(`${title}: ${draw.entryIds.length} entries, round ${draw.round} of drand quicknet`);
for (const { step, outcome, computed } of steps) {
  console.log(`${marks[outcome]} ${step} ${outcome}${computed === '' ? '' : `: ${computed}`}`);
}
if (entryId !== undefined) {
  const rank = (draw.ranking ?? []).indexOf(entryId) + 1;
  const place = rank === 0 ? 'is not in the rank' : `is ${rank} of ${draw.ranking?.length}`;
  console.log(`${entryId} ${place}`);
}
process.exit(steps.some(({ outcome }) => outcome === 'fails') ? 1 : 0);
