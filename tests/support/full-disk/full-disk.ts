/**
 * Preloaded into every process of a build: a disk without room below FULL_DISK_FOLDER. The write of number
 * FULL_DISK_AT is cut in half, and after it nothing that needs room is written. A small disk of its own would
 * have to be mounted, which few may.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const folder = process.env['FULL_DISK_FOLDER'] ?? '';
const counter = process.env['FULL_DISK_COUNTER'] ?? '';
const room = Number(process.env['FULL_DISK_AT']);

const written = fs.openSync(counter, 'a');
function countWrite(): number {
  fs.writeSync(written, '.');
  return fs.fstatSync(written).size;
}

function noRoom(place: string): Error {
  const message = `ENOSPC: no space left on device, write '${place}'`;
  return Object.assign(new Error(message), { code: 'ENOSPC' });
}

type Content = string | Uint8Array;

/** Before a write: what there is room for, or null for all of it. */
function cut(place: unknown, content: Content): Content | null {
  if (typeof place !== 'string' || !place.startsWith(folder)) return null;
  const at = countWrite();
  if (at < room) return null;
  return at === room ? content.slice(0, content.length / 2) : content.slice(0, 0);
}

const { writeFileSync, mkdirSync, copyFileSync } = fs;
const { writeFile, mkdir, copyFile } = fs.promises;
type Any = (...words: readonly unknown[]) => unknown;
const replace = (target: object, name: string, made: Any) =>
  Object.defineProperty(target, name, { value: made, writable: true, configurable: true });

replace(fs, 'writeFileSync', (place, content, options) => {
  const part = cut(place, content as Content);
  writeFileSync(place as string, part ?? (content as Content), options as fs.WriteFileOptions);
  if (part !== null) throw noRoom(String(place));
});
replace(fs.promises, 'writeFile', async (place, content, options) => {
  const part = cut(place, content as Content);
  await writeFile(place as string, part ?? (content as Content), options as fs.WriteFileOptions);
  if (part !== null) throw noRoom(String(place));
});
replace(fs, 'copyFileSync', (from, to) => {
  const part = cut(to, fs.readFileSync(from as string));
  if (part === null) return copyFileSync(from as string, to as string);
  writeFileSync(to as string, part);
  throw noRoom(String(to));
});
replace(fs.promises, 'copyFile', async (from, to) => {
  const part = cut(to, fs.readFileSync(from as string));
  if (part === null) return copyFile(from as string, to as string);
  await writeFile(to as string, part);
  throw noRoom(String(to));
});
replace(fs, 'mkdirSync', (place, options) => {
  if (!fs.existsSync(place as string) && cut(place, '') !== null) throw noRoom(String(place));
  return mkdirSync(place as string, options as fs.MakeDirectoryOptions);
});
replace(fs.promises, 'mkdir', async (place, options) => {
  if (!fs.existsSync(place as string) && cut(place, '') !== null) throw noRoom(String(place));
  return mkdir(place as string, options as fs.MakeDirectoryOptions);
});
syncBuiltinESMExports();
