/**
 * Puts the site of a further language below its prefix in the site of the first. Invariant: both share
 * files that are named after their bytes, and no rule of one says anything about the other's pages.
 */
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addressIn } from '../src/languages/addresses.ts';
import type { Language } from '../src/languages/languages.ts';
import { noteJoined } from '../src/build/kept-renderer/joined-languages.ts';
import { ruleFiles } from './static-hosts/hosted-site.ts';

const shared = ['_astro', 'pictures'] as const;

/** Second names for files; what is there already is the same. Gives what was not. */
function linkInto(from: string, to: string): string[] {
  mkdirSync(to, { recursive: true });
  return readdirSync(from, { withFileTypes: true }).flatMap((item) => {
    const [source, target] = [path.join(from, item.name), path.join(to, item.name)];
    if (item.isDirectory()) return linkInto(source, target);
    if (existsSync(target)) return [];
    linkSync(source, target);
    return [target];
  });
}

/** Rules of both sites in one file: those of the language come last, for they are the narrower ones. */
function addRules(
  site: string,
  draft: string,
  file: string,
  moved: (rules: string) => string,
): void {
  const [own, added] = [draft, site].map((folder) => readFileSync(path.join(folder, file), 'utf8'));
  // A draft shares its files with the live site: the name gets a new file.
  rmSync(path.join(draft, file));
  writeFileSync(path.join(draft, file), `${own?.trimEnd()}\n\n${moved(added ?? '')}`);
}

const policy = 'Content-Security-Policy';

/** What holds for all files holds for these as well, but for what their pages may run. */
function headersBelow(prefix: string, text: string): string {
  const rules = text.trim().split(/\n(?=\/)/);
  const below = rules.flatMap((rule) => {
    const [place = '', ...lines] = rule.trimEnd().split('\n');
    if (place === '/*') {
      const own = lines.filter((line) => line.trim().startsWith(`${policy}:`));
      return [
        [prefix, `  ! ${policy}`, ...own],
        [`${prefix}/*`, `  ! ${policy}`, ...own],
      ];
    }
    const moved = addressIn(prefix, place);
    return moved === place ? [] : [[moved, ...lines]];
  });
  return below
    .map((lines) => lines.join('\n'))
    .join('\n\n')
    .concat('\n');
}

function redirectsBelow(prefix: string, text: string): string {
  const lines = text.trim().split('\n').filter(Boolean);
  return lines
    .map((line) => {
      const [from = '', to = '', status = ''] = line.split(' ');
      return `${addressIn(prefix, from)} ${addressIn(prefix, to)} ${status}`;
    })
    .join('\n')
    .concat('\n');
}

const isOfFirst = (name: string): boolean =>
  /^(?:_.+|admin(?:\.html)?|builds|captcha\.html|notices\.js|preview(?:\.html)?|robots\.txt|sitemap-index\.xml|500\.html|fav.*|apple.*|\.well-known)$/.test(
    name,
  ) || (shared as readonly string[]).includes(name);

/** `site` is that of the language, `draft` that of the first. */
export function joinLanguage(site: string, draft: string, { code, prefix }: Language): void {
  const below = path.join(draft, prefix);
  rmSync(below, { recursive: true, force: true });
  rmSync(`${below}.html`, { force: true });
  const added = shared.flatMap((folder) =>
    linkInto(path.join(site, folder), path.join(draft, folder)),
  );
  noteJoined(draft, code, [
    prefix.slice(1),
    `${prefix.slice(1)}.html`,
    ...added.map((file) => path.relative(draft, file)),
  ]);
  mkdirSync(below, { recursive: true });
  for (const item of readdirSync(site, { withFileTypes: true })) {
    if (isOfFirst(item.name)) continue;
    const source = path.join(site, item.name);
    if (item.isDirectory()) linkInto(source, path.join(below, item.name));
    else
      linkSync(source, item.name === 'index.html' ? `${below}.html` : path.join(below, item.name));
  }
  linkSync(path.join(site, '_payload.json'), path.join(below, '_payload.json'));
  addRules(site, draft, ruleFiles.headers, (text) => headersBelow(prefix, text));
  addRules(site, draft, ruleFiles.redirects, (text) => redirectsBelow(prefix, text));
}
