import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface FiguresSection {
  readonly title: string;
  /** A table in Markdown. */
  readonly lines: readonly string[];
}

/** Puts what a run measured into `docs/figures.md`; sections that it did not measure are left. */
export async function writeFigures(
  projectFolder: string,
  sections: readonly FiguresSection[],
): Promise<void> {
  const file = path.join(projectFolder, 'docs/figures.md');
  const text = await readFile(file, 'utf8');
  await writeFile(file, sections.reduce(withSection, text));
}

/** @example withSection('# Figures\n', { title: 'A', lines: ['| 1 |'] }) // ends with the section A */
export function withSection(text: string, { title, lines }: FiguresSection): string {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${os.availableParallelism()} cores, ${day}`;
  const section = `## ${title}\n\n${machine}\n\n${lines.join('\n')}\n`;
  const parts = text.trimEnd().split(/\n(?=## )/);
  const at = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  if (at < 0) parts.push(section.trimEnd());
  else parts[at] = section.trimEnd();
  return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`;
}
