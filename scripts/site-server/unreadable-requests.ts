/**
 * Answers what Node refuses before it has become a request. Invariant: nothing is written into an
 * answer that is under way.
 */
import { STATUS_CODES, type Server } from 'node:http';
import { withSafeHeaders } from './safe-headers.ts';

const statuses: ReadonlyMap<unknown, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['HPE_HEADER_OVERFLOW', 431],
]);

function refusal(status: number): string {
  const headers = withSafeHeaders([
    ['Connection', 'close'],
    ['Content-Length', '0'],
  ]);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}

export function answerUnreadableRequests(server: Server): void {
  const answering = new WeakSet<object>();
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.on('clientError', (error, socket) => {
    if (answering.has(socket) || !socket.writable) return void socket.destroy();
    const code = 'code' in error ? error.code : '';
    socket.end(refusal(statuses.get(code) ?? 400), () => socket.destroy());
  });
  server.on('checkExpectation', (_, response) => {
    response.writeHead(417, withSafeHeaders([])).end();
  });
}
