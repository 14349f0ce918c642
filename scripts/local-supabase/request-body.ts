/**
 * Every door reads what it is sent through this file. Invariant: a body is limited while it is read,
 * so that no more of it is ever kept than its door takes, whatever its length claims to be.
 */
import type { IncomingMessage } from 'node:http';

export type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** The server answers it with 413, where a door has no words of its own for it. */
export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The request body is larger than ${limit} bytes.`);
  }
}

/** The sender went away in the middle of a body. */
export class BrokenOff extends Error {
  constructor() {
    super('The request broke off');
  }
}

export interface IncomingBody {
  readonly body: Body;
  /** Whoever still reads fails from here on, and the connection is free to be finished. */
  letGo(): void;
}

/** Giving it up leaves the connection alone: Node's own stream would end it unanswered. */
export function bodyOf(incoming: IncomingMessage): IncomingBody {
  let leave = (_finish: (controller: ReadableStreamDefaultController) => void) => {};
  const fail = (why: Error) => leave((controller) => controller.error(why));
  const body: Body = new ReadableStream(
    {
      start(controller) {
        const onData = (chunk: Buffer) => {
          incoming.pause();
          controller.enqueue(new Uint8Array(chunk));
        };
        const onEnd = () => leave(() => controller.close());
        const onBreak = () => fail(new BrokenOff());
        leave = (finish) => {
          leave = () => {};
          incoming.off('data', onData).off('end', onEnd).off('close', onBreak);
          finish(controller);
        };
        incoming.pause();
        incoming.on('data', onData).on('end', onEnd).on('close', onBreak);
        // Without a listener for it, a connection that breaks would end the process.
        incoming.on('error', onBreak);
      },
      pull: () => void incoming.resume(),
      cancel: () => leave(() => {}),
    },
    { highWaterMark: 0 },
  );
  return { body, letGo: () => fail(new Error('The request is answered already')) };
}

/** A reader sees at most `limit` bytes, then the failure that the caller names. */
export function boundBody(
  body: Body,
  limit: number,
  tooLarge: () => Error = () => new BodyTooLarge(limit),
): Body {
  let seen = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        seen += chunk.byteLength;
        if (seen > limit) throw tooLarge();
        controller.enqueue(chunk);
      },
    }),
  );
}

export async function readBytes(
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  limit: number,
  tooLarge: () => Error = () => new BodyTooLarge(limit),
): Promise<Buffer<ArrayBuffer>> {
  if (Number(headers.get('content-length')) > limit) throw tooLarge();
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundBody(body, limit, tooLarge)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function readText(
  request: Pick<Request, 'headers' | 'body'>,
  limit: number,
  tooLarge: () => Error = () => new BodyTooLarge(limit),
): Promise<string> {
  return (await readBytes(request, limit, tooLarge)).toString('utf8');
}
