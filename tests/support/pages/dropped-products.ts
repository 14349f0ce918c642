import type { BuiltSite } from '../site.ts';
import { withDatabase } from './list-pages.ts';

/** Clears away what a test made, by its id or what its URL is like: at the desk, what was published stays. */
export async function dropProducts(site: BuiltSite, named: string): Promise<void> {
  await withDatabase(
    site,
    (sql) => sql`delete from public.products where id::text = ${named} or url like ${named}`,
  );
}
