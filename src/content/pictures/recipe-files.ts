/**
 * Keeps what each picture is drawn from. Invariant: a recipe is written beside its place and renamed
 * into it, and one that a full disk left in pieces is written again by the next page that asks for it.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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
  mkdirSync(path.dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, text);
  renameSync(part, file);
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
