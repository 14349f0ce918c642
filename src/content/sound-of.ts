import type { RowOf } from './rows.ts';

export interface Sound {
  readonly id: string;
  readonly src: string;
  readonly title: string;
  readonly durationMs: number;
  readonly peaks: readonly number[];
}

export function soundOf({
  id,
  storagePath,
  title,
  durationMs,
  peaks,
}: RowOf<'productSounds'>): Sound {
  const folder = `${import.meta.env.PUBLIC_SUPABASE_URL}/storage/v1/object/public/product-sounds`;
  return { id, src: `${folder}/${storagePath}`, title, durationMs, peaks };
}
