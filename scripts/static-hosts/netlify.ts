/**
 * Netlify reads the same two files and knows neither a header that is taken back nor a placeholder
 * within a segment. Of two rules for one header the later and narrower one holds there.
 */
import { designShells, movedAddresses, ruleFiles, type HostRules } from './hosted-site.ts';

export function netlifyFiles(rules: HostRules): ReadonlyMap<string, string> {
  const headers = rules.headers.map(({ place, headers: own }) =>
    [place, ...own.map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  );
  const redirects = [
    ...movedAddresses(rules).map(({ from, to, status }) => `${from} ${to} ${status}`),
    // Files come first here, so the folder of the shell stays in reach.
    ...designShells(rules).map(({ folder, shell }) => `${folder}/:id ${shell}.html 200`),
    ...rules.languages.map((language) => `${language}/* ${language}/404.html 404`),
  ];
  return new Map([
    [ruleFiles.headers, `${headers.join('\n\n')}\n`],
    [ruleFiles.redirects, `${redirects.join('\n')}\n`],
  ]);
}
