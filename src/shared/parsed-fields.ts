// chunk: stores
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** @example oneOf('paid', ['paid', 'open']) // 'paid' ; oneOf(7, ['paid']) // null */
export function oneOf<Word extends string>(value: unknown, words: readonly Word[]): Word | null {
  return words.find((word) => word === value) ?? null;
}

/** What can't be read is left out. */
export function listOf<Item>(value: unknown, parse: (fields: Fields) => Item | null): Item[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const fields = fieldsOf(one);
    const item = fields && parse(fields);
    return item === null ? [] : [item];
  });
}
