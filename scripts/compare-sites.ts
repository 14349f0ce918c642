import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map((file) => path.relative(folder, path.join(file.parentPath, file.name))));
}

/** One sentence for each file that is not the same, byte for byte, in both. */
export async function findDifferences(first: string, second: string): Promise<string[]> {
  const [here, there] = await Promise.all([listFiles(first), listFiles(second)]);
  const differences = [
    ...[...here].filter((file) => !there.has(file)).map((file) => `${file} is only in the first`),
    ...[...there].filter((file) => !here.has(file)).map((file) => `${file} is only in the second`),
  ];
  for (const file of here) {
    if (!there.has(file)) continue;
    const [a, b] = await Promise.all([
      readFile(path.join(first, file)),
      readFile(path.join(second, file)),
    ]);
    if (!a.equals(b)) differences.push(`${file} is not the same`);
  }
  return differences.toSorted();
}
