/**
 * A file's name is a random version, never a word of its uploader. Invariant: a version that `keep` or
 * `copy` returned is on disk, whole and synced.
 */
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { boundBody } from '../request-body.ts';
import { entityTooLarge } from './storage-errors.ts';

export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  /** Hex MD5, which S3 calls the entity tag. */
  readonly md5: string;
}

export interface FileStore {
  /** Writes a body to a temporary file. Whoever receives it keeps it or drops it. */
  receive(
    body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
    limit: number,
  ): Promise<ReceivedFile>;
  keep(received: ReceivedFile): Promise<string>;
  drop(received: ReceivedFile): Promise<void>;
  copy(version: string): Promise<string>;
  path(version: string): string;
  open(version: string): Promise<FileHandle | null>;
  remove(versions: readonly string[]): Promise<void>;
  versions(): Promise<readonly string[]>;
}

const versionPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function createFileStore(folder: string): Promise<FileStore> {
  const incoming = path.join(folder, 'incoming');
  const kept = path.join(folder, 'objects');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });
  await mkdir(kept, { recursive: true });

  return {
    path: (version) => pathOf(kept, version),
    receive: (body, limit) => receive(path.join(incoming, randomUUID()), body, limit),
    keep: (received) => settle(kept, received.path),
    drop: (received) => rm(received.path, { force: true }),
    async copy(version) {
      const temporary = path.join(incoming, randomUUID());
      await copyFile(pathOf(kept, version), temporary, constants.COPYFILE_FICLONE);
      await syncFile(temporary);
      return settle(kept, temporary);
    },
    open: (version) => openIfThere(kept, version),
    async remove(versions) {
      const ours = versions.filter((version) => versionPattern.test(version));
      for (const version of ours) await rm(pathOf(kept, version), { force: true });
    },
    async versions() {
      const entries = await readdir(kept, { recursive: true });
      return entries
        .map((entry) => path.basename(entry))
        .filter((name) => versionPattern.test(name));
    },
  };
}

function pathOf(kept: string, version: string): string {
  if (!versionPattern.test(version)) throw new Error(`Not a version of a file: ${version}`);
  return path.join(kept, version.slice(0, 2), version);
}

async function settle(kept: string, temporary: string): Promise<string> {
  const version = randomUUID();
  const target = pathOf(kept, version);
  const created = await mkdir(path.dirname(target), { recursive: true });
  if (created) await syncFolder(kept);
  await rename(temporary, target);
  await syncFolder(path.dirname(target));
  return version;
}

async function openIfThere(kept: string, version: string): Promise<FileHandle | null> {
  if (!versionPattern.test(version)) return null;
  try {
    return await open(pathOf(kept, version), 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function receive(
  target: string,
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limit: number,
): Promise<ReceivedFile> {
  const handle = await open(target, 'wx');
  const hash = createHash('md5');
  let size = 0;
  try {
    for await (const chunk of body === null ? [] : boundBody(body, limit, entityTooLarge)) {
      size += chunk.byteLength;
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return { path: target, size, md5: hash.digest('hex') };
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Without this a rename may be lost when the machine stops. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
