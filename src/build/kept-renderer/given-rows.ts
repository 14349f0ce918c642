export interface NamedRow {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** By the names of their collections. */
export type TableRows = ReadonlyMap<string, readonly NamedRow[]>;

/** From here on the pages' code finds them where it looks for Astro's collections. */
export function giveRows(rows: TableRows): void {
  Object.assign(globalThis, { keywrightRows: (name: string) => rows.get(name) ?? [] });
}
