/** What pages ask of `node:fs`: there is no disk, so nothing is kept and nothing is found. */
export function readFileSync(): never {
  throw new Error('There is no disk here.');
}

const nothing = (): void => undefined;
export { nothing as mkdirSync, nothing as renameSync, nothing as rmSync, nothing as writeFileSync };
