/**
 * So many share a few designs as shops do whose caps come in a few colours: each drawing is drawn
 * once, whoever shows it.
 */
import type { Sql } from 'postgres';

const original = 'grease-two';

/** What a page about a product needs, for builders that don't know the shop. */
export interface PlainProduct {
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly bodyHtml: string;
  readonly price: string;
  readonly picture: string;
  readonly inTheBox: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

/** Adds what is missing until there are `count` generated products in `designs` drawings. */
export async function generateProducts(sql: Sql, count: number, designs: number): Promise<void> {
  await sql`
    insert into public.products
    select (jsonb_populate_record(p, jsonb_build_object(
      'id', md5('product ' || n)::uuid, 'url', 'generated-' || n, 'title', 'Sample ' || n,
      'summary', 'Sample number ' || n || ', with words of its own.',
      'body', p.body || E'\n\nThis is sample ' || n || '.', 'position', 1000 + n))).*
    from public.products p, generate_series(1, ${count}::int) n
    where p.url = ${original}
    on conflict do nothing`;
  await sql`
    insert into public.stock_pools (id, code, title, on_hand)
    select md5('pool ' || n)::uuid, 'GENERATED-' || n, 'Sample ' || n, 20
    from generate_series(1, ${count}::int) n
    on conflict do nothing`;
  await sql`
    insert into public.variants
    select (jsonb_populate_record(v, jsonb_build_object(
      'id', md5('variant ' || n)::uuid, 'product_id', md5('product ' || n)::uuid,
      'sku', 'GENERATED-' || n, 'stock_pool_id', md5('pool ' || n)::uuid,
      'price_minor', 900 + n % 400))).*
    from public.variants v
    join public.products p on p.id = v.product_id, generate_series(1, ${count}::int) n
    where p.url = ${original}
    on conflict do nothing`;
  await sql`
    insert into public.product_images
    select (jsonb_populate_record(i, jsonb_build_object(
      'id', md5('image ' || n)::uuid, 'product_id', md5('product ' || n)::uuid, 'variant_id', null,
      'storage_path', 'generated-' || n || '/front.webp',
      'render', jsonb_set(i.render, '{colours,accent}',
        to_jsonb('#' || lpad(to_hex(n % ${designs}::int * 162101 % 16777216), 6, '0')))))).*
    from public.product_images i
    join public.products p on p.id = i.product_id, generate_series(1, ${count}::int) n
    where p.url = ${original} and i.position = 1
    on conflict do nothing`;
  await sql`
    insert into public.product_facts
    select (jsonb_populate_record(f, jsonb_build_object(
      'id', md5('fact ' || f.id || n)::uuid, 'product_id', md5('product ' || n)::uuid))).*
    from public.product_facts f
    join public.products p on p.id = f.product_id, generate_series(1, ${count}::int) n
    where p.url = ${original}
    on conflict do nothing`;
}

/** The generated products as data; Markdown is left as it is, for no builder here reads it. */
export async function plainProducts(sql: Sql): Promise<readonly PlainProduct[]> {
  return sql<PlainProduct[]>`
    select p.url, p.title, p.summary, '<p>' || p.body || '</p>' as "bodyHtml",
      'EUR ' || v.price_minor / 100.0 as price, i.storage_path as picture,
      p.in_the_box as "inTheBox",
      (select jsonb_agg(jsonb_build_object('label', f.label, 'value', f.value))
       from public.product_facts f where f.product_id = p.id) as facts
    from public.products p
    join public.variants v on v.product_id = p.id
    join public.product_images i on i.product_id = p.id
    where p.url like 'generated-%'
    order by p.position`;
}
