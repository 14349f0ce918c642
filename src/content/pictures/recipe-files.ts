/**
 * Keeps what each picture is drawn from. Invariant: a recipe that is not as it should be is written again
 * by the next page that asks for it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeWholeFile } from '../whole-file.ts';

export const recipeFile = (folder: string, hash: string): string =>
  path.join(folder, 'recipes', `${hash}.json`);

function readKept(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

export function keepRecipe(folder: string, hash: string, recipe: object): void {
  const file = recipeFile(folder, hash);
  const text = JSON.stringify(recipe);
  if (readKept(file) === text) return;
  writeWholeFile(file, text);
}

/** Says which file it is that can't be read. */
export function readRecipe(folder: string, hash: string): Readonly<Record<string, unknown>> {
  const file = recipeFile(folder, hash);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The recipe ${file} can't be read: ${reason}`, { cause: error });
  }
}
