/** Runs every bench, prints and writes its table, each line with its comparison from the same run. */
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeFigures, type FiguresSection } from './figures.ts';
import { say, step } from './progress.ts';
import { runCommand } from './shop.ts';

export interface BenchRow {
  readonly what: string;
  readonly figure: string;
  readonly comparedWith: string;
  readonly budget: string;
  readonly isWithin: boolean | null;
}

interface BenchModule {
  readonly title: string;
  readonly measure: () => Promise<readonly BenchRow[]>;
}

function isBench(module: unknown): module is BenchModule {
  return typeof module === 'object' && module !== null && 'title' in module && 'measure' in module;
}

function tableOf(rows: readonly BenchRow[]): readonly string[] {
  const mark = (isWithin: boolean | null) =>
    isWithin === null ? '' : isWithin ? 'within' : 'OVER';
  return [
    '| what | measured | beside it in the same run | budget | |',
    '|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.what} | ${row.figure} | ${row.comparedWith} | ${row.budget} | ${mark(row.isWithin)} |`,
    ),
  ];
}

await runCommand(async ({ projectFolder }) => {
  const wanted = process.argv.slice(2);
  const sections: FiguresSection[] = [];
  const files = await Array.fromAsync(glob(path.join(projectFolder, 'tests/bench/*.ts')));
  for (const file of files.toSorted()) {
    const name = path.basename(file, '.ts');
    // What fills shops for the benches lies beside them.
    if (name.startsWith('generated-') || (wanted.length > 0 && !wanted.includes(name))) continue;
    const module: unknown = await import(pathToFileURL(file).href);
    if (!isBench(module)) throw new Error(`${file} exports no title and measure.`);
    const rows = await step(module.title, module.measure);
    sections.push({ title: module.title, lines: tableOf(rows) });
  }
  for (const { lines } of sections) say(`\n${lines.join('\n')}`);
  await writeFigures(projectFolder, sections);
});
process.exit();
