/** Adds up the rows of a table, in whatever order they come: each database keeps an order of its own. */
import { hash } from 'node:crypto';

const newline = 10;
const modulus = 2n ** 128n;

export class RowSum {
  count = 0;
  #sum = 0n;
  #rest: Buffer = Buffer.alloc(0);

  /** Of `copy … to stdout`, which writes a row on each line and escapes what would end one. */
  add(chunk: Buffer): void {
    const all = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let start = 0;
    for (let end = all.indexOf(newline); end !== -1; end = all.indexOf(newline, start)) {
      const digest = hash('sha256', all.subarray(start, end), 'buffer');
      this.#sum += (digest.readBigUInt64BE() << 64n) | digest.readBigUInt64BE(8);
      this.count += 1;
      start = end + 1;
    }
    this.#rest = all.subarray(start);
  }

  digest(): string {
    return (this.#sum % modulus).toString(16).padStart(32, '0');
  }
}
