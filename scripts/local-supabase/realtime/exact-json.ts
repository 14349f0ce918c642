interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
}

// TypeScript's library doesn't know these two yet; Node 22 and later have them.
const exactJson = JSON as unknown as ExactJson;

export type JsonRecord = Readonly<Record<string, unknown>>;

export function parseExactly(text: string): JsonRecord {
  return exactJson.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? exactJson.rawJSON(source)
      : value,
  ) as JsonRecord;
}
