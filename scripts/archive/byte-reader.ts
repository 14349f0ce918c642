/** Takes as many bytes as are asked for from chunks of any size. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Null where the source ends before. */
  async take(count: number): Promise<Buffer | null> {
    const parts = [this.#rest];
    let have = this.#rest.length;
    while (have < count) {
      const next = await this.#source.next();
      if (next.done) return null;
      parts.push(next.value);
      have += next.value.length;
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = all.subarray(count);
    return all.subarray(0, count);
  }

  async line(longest: number): Promise<string | null> {
    let text = '';
    while (text.length < longest) {
      const byte = await this.take(1);
      if (byte === null) return null;
      if (byte[0] === 10) return text;
      // One character for one byte, so that the line can be written again as it was.
      text += byte.toString('latin1');
    }
    return null;
  }

  async isAtEnd(): Promise<boolean> {
    return (await this.take(1)) === null;
  }
}
