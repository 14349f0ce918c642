/** Answers questions for TXT records from a table, as the name server of a domain does. */
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export interface NameServer {
  /** As `dns.setServers` takes it. */
  readonly address: string;
  readonly records: Map<string, readonly string[]>;
  close(): void;
}

function readName(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function textRecord(text: string): Buffer {
  const parts = text.match(/[\s\S]{1,255}/g) ?? [''];
  const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
  const head = Buffer.alloc(12);
  // The name again, as a pointer to the question; TXT, of the internet, good for a minute.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(16, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (message, sender) => {
    const { name, end } = readName(message);
    const texts = records.get(name) ?? [];
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(texts.length > 0 ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(texts.length, 6);
    head.writeUInt32BE(0, 8);
    const answer = [head, message.subarray(12, end), ...texts.map(textRecord)];
    socket.send(Buffer.concat(answer), sender.port, sender.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, records, close: () => void socket.close() };
}
