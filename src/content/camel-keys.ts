/** Invariant: values, and the keys inside JSON values, are left alone. */
import type { z } from 'astro/zod';

type Camel<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Text;

export type CamelKeys<Row> = { readonly [Key in keyof Row as Camel<Key & string>]: Row[Key] };

/** @example camelKeys({ publish_at: null }) // { publishAt: null } */
export function camelKeys<Row extends object>(row: Row): CamelKeys<Row> {
  const renamed = Object.entries(row).map(([key, value]) => [
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(renamed) as CamelKeys<Row>;
}

export function camelSchema<Schema extends z.ZodObject>(schema: Schema) {
  return schema.transform((row) => camelKeys(row));
}
