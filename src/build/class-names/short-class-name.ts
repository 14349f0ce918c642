/**
 * Pages and scripts say them again and again, so a name is the class's own and three signs for its
 * file. Invariant: a class has one name wherever the project lies, and in pages and scripts alike.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';

/** @example shortClassName('open', 'src/ui/styles/badge.module.css') // 'open_Kx3' */
export function shortClassName(name: string, file: string): string {
  const [place = ''] = path.relative(process.cwd(), file).split(path.sep).join('/').split('?');
  const signs = createHash('sha256').update(place).digest('base64url').replaceAll(/[-_]/g, '');
  return `${name}_${signs.slice(0, 3)}`;
}
