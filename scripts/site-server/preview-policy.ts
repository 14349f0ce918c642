/**
 * What a page may run that is drawn from what somebody is typing. Invariant: of the scripts in it only
 * those run that the last build has too, wherever else the text of one may be found.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  inlineHashes,
  previewPolicy,
  type PolicyHosts,
} from '../../src/build/published-files/content-security-policy.ts';

async function builtScripts(siteFolder: string): Promise<ReadonlySet<string>> {
  const headers = await readFile(path.join(siteFolder, '_headers'), 'utf8').catch(() => '');
  const lists = headers.matchAll(/\bscript-src ([^;\n]*)/g);
  return new Set(Array.from(lists, ([, list = '']) => list.split(' ')).flat());
}

export async function policyOfPreview(
  html: string,
  hosts: PolicyHosts,
  siteFolder: string,
): Promise<string> {
  const built = await builtScripts(siteFolder);
  const { scripts, styles } = inlineHashes(html);
  return previewPolicy(hosts, { scripts: scripts.filter((hash) => built.has(hash)), styles });
}
