import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder } from '../temporary-folder.ts';

export async function withPlanted<T>(
  files: Readonly<Record<string, string>>,
  look: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await makeTemporaryFolder();
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    return await look(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
