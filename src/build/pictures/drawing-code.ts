/** Invariant: when the hand that draws changes, so does the name of every picture it draws. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const drawnBy = ['drawing/**/*.ts', 'build/pictures/picture-files.ts'];

export function digestOfDrawingCode(sourceFolder: string): string {
  const hash = createHash('sha256');
  for (const file of globSync(drawnBy, { cwd: sourceFolder }).toSorted()) {
    hash.update(file).update(readFileSync(path.join(sourceFolder, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
