/** Invariant: a column that no page needs is dropped here and never reaches a payload. */
import { z } from 'astro/zod';

const id = z.guid();
const text = z.string();
const count = z.int();
const moment = z.string().nullable();

export const products = z.object({
  id,
  kind: z.enum(['keyboard', 'product', 'artisan']),
  category: text,
  url: text.min(1),
  title: text.min(1),
  summary: text,
  body: text,
  status: z.enum(['draft', 'scheduled', 'published', 'archived']),
  publish_at: moment,
  maker_id: id.nullable(),
  position: count,
  ship_group: text,
  handling_days: count,
  max_per_customer: count.nullable(),
  in_the_box: z.array(text),
  still_needed: z.array(text),
  shipping_tags: z.array(text),
  origin_country_code: text.nullable(),
  safety_warnings: text,
  layout_code: text,
  seo_title: text,
  seo_description: text,
  variant_options: z.array(
    z.object({
      title: text,
      values: z.array(z.object({ title: text, colour: text.nullable() })),
    }),
  ),
});

export const makers = z.object({
  id,
  code: text,
  name: text,
  bio: text,
  country_code: text.nullable(),
  legal_name: text,
  postal_address: text,
  electronic_address: text,
  responsible_name: text,
  responsible_postal_address: text,
  responsible_electronic_address: text,
  position: count,
});

export const variants = z.object({
  id,
  product_id: id,
  sku: text,
  title: text,
  contents: text,
  flaws: text,
  price_minor: count,
  currency: z.string().length(3),
  availability: z.enum(['in_stock', 'group_buy', 'preorder', 'list', 'archived']),
  is_required: z.boolean(),
  max_per_customer: count.nullable(),
  weight_grams: count,
  ships_on: moment,
  shows_remaining: z.boolean(),
  is_made_to_order: z.boolean(),
  choices: z.array(text),
  position: count,
});

export const productOptions = z.object({
  id,
  product_id: id,
  code: text,
  title: text,
  help: text,
  is_required: z.boolean(),
  zone: text.nullable(),
  position: count,
});

export const optionValues = z.object({
  id,
  option_id: id,
  code: text,
  title: text,
  note: text,
  colour: text.nullable(),
  price_delta_minor: count,
  currency: text,
  weight_delta_grams: count,
  is_default: z.boolean(),
  is_offered: z.boolean(),
  position: count,
});

export const optionRules = z.object({
  id,
  product_id: id,
  value_id: id,
  other_value_id: id,
  reason: text,
});

export const productImages = z.object({
  id,
  product_id: id,
  variant_id: id.nullable(),
  option_value_id: id.nullable(),
  colorway_id: id.nullable(),
  storage_path: text,
  alt: text,
  position: count,
  width: count.positive(),
  height: count.positive(),
  placeholder_colour: text,
  credit: text,
  focus_x: count,
  focus_y: count,
  turn_path: text.nullable(),
  turn_frames: count.nullable(),
  is_render: z.boolean(),
  render: z.record(text, z.unknown()).nullable(),
});

export const colorways = z.object({
  id,
  product_id: id.nullable(),
  variant_id: id.nullable(),
  palette_id: id.nullable(),
  code: text,
  name: text,
  physical_code: text,
  colour: text,
  colour_family: text,
  finish: text,
  status: z.enum(['planned', 'sampling', 'current', 'archived']),
  can_be_ordered: z.boolean(),
  edition_size: count.nullable(),
  commissioned: count,
  given_away: count,
  stem: text.nullable(),
  sale: text.nullable(),
  credit: text,
  note: text,
  released_on: moment,
  position: count,
});

export const palettes = z.object({
  id,
  code: text,
  title: text,
  maker: text,
  material: text,
  note: text,
  position: count,
});

export const designKits = z.object({ variant_id: id, most_caps: count });
export const designOffers = z.object({ id, product_id: id, zone: text, palette_id: id });

export const productFacts = z.object({
  id,
  product_id: id,
  code: text,
  label: text,
  value: text,
  filterable: z.boolean(),
  position: count,
});

export const productFiles = z.object({
  id,
  product_id: id,
  kind: text,
  title: text,
  file_name: text,
  media_type: text,
  content: text,
  position: count,
});

export const productSounds = z.object({
  id,
  product_id: id,
  storage_path: text,
  title: text,
  duration_ms: count.positive(),
  peaks: z.array(count),
  position: count,
});

export const shownPhotos = z.object({
  id,
  product_id: id,
  storage_path: text,
  width: count.positive(),
  height: count.positive(),
  placeholder_colour: text,
  note: text,
  name: text,
  alt: text,
  shown_at: text,
});

export const productRelations = z.object({
  product_id: id,
  related_id: id,
  reason: text,
  position: count,
});
