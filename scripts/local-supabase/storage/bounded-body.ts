/**
 * The only place that cuts a request's body off.
 * Invariant: a reader sees at most `limit` bytes, then the failure that the caller names.
 */
export function boundBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limit: number,
  tooLarge: () => Error,
): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  let seen = 0;
  return (
    body?.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          seen += chunk.byteLength;
          if (seen > limit) throw tooLarge();
          controller.enqueue(chunk);
        },
      }),
    ) ?? null
  );
}
