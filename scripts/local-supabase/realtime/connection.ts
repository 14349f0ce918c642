/** Invariant: frames of one connection are handled one after the other. */
import type { WebSocket } from 'ws';
import type { Channel } from './channel.ts';
import { createRateLimit, limits } from './limits.ts';
import {
  decodeFrame,
  encodeFrame,
  type Address,
  type Frame,
  type ProtocolVersion,
} from './wire.ts';

export interface Connection {
  readonly version: ProtocolVersion;
  readonly apikey: string;
  /** By topic. */
  readonly channels: Map<string, Channel>;
  send(address: Address, payloadJson: string): void;
  sendBytes(bytes: Buffer): void;
  /** Ends it at once; its channels are left as if the client had gone. */
  terminate(code: number, reason: string): void;
}

export interface ConnectionHandlers {
  frame(connection: Connection, frame: Frame): Promise<void>;
  tooFast(connection: Connection, frame: Frame): void;
  closed(connection: Connection): void;
  failed(error: unknown): void;
}

export interface ConnectionOptions {
  readonly version: ProtocolVersion;
  readonly apikey: string;
}

export function openConnection(
  socket: WebSocket,
  options: ConnectionOptions,
  handlers: ConnectionHandlers,
): Connection {
  const connection: Connection = {
    ...options,
    channels: new Map(),
    send: (address, payloadJson) => write(encodeFrame(options.version, address, payloadJson)),
    sendBytes: write,
    terminate,
  };
  const withinRate = createRateLimit(limits.framesPerSecond, limits.frameBurst, Date.now);
  let handled: Promise<void> = Promise.resolve();
  let waiting = 0;
  let silence = restartSilence();

  function write(data: string | Buffer): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > limits.unreadBytes) {
      terminate(1013, 'The client reads too slowly');
      return;
    }
    socket.send(data);
  }

  function terminate(code: number, reason: string): void {
    socket.close(code, reason);
    // A client that does not answer the closing is cut off.
    setTimeout(() => socket.terminate(), 1000).unref();
  }

  function restartSilence(): NodeJS.Timeout {
    return setTimeout(() => socket.terminate(), limits.silenceMs);
  }

  function receive(data: Buffer, isBinary: boolean): void {
    clearTimeout(silence);
    silence = restartSilence();
    const frame = decodeFrame(data, isBinary);
    if (frame === null) return terminate(1007, 'Not a message of this protocol');
    if (!withinRate()) return handlers.tooFast(connection, frame);
    waiting += 1;
    if (waiting > limits.waitingFrames) return terminate(1008, 'Too many messages per second');
    handled = handled
      .then(() => handlers.frame(connection, frame))
      .catch(handlers.failed)
      .finally(() => (waiting -= 1));
  }

  socket.on('message', (data, isBinary) => {
    receive(Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer), isBinary);
  });
  // An oversized or malformed frame: ws closes the socket itself with the fitting code.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearTimeout(silence);
    handlers.closed(connection);
  });
  return connection;
}
