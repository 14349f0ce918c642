/**
 * Customers' photographs of the demo: our own drawings on a desk, under a lamp, since nobody's pictures are
 * copied. Invariant: each row has its file.
 */
import postgres, { type TransactionSql } from 'postgres';
import sharp from 'sharp';
import { drawProductPicture } from '../../src/drawing/product-picture/draw-product-picture.ts';
import { parseProductPictureSpec } from '../../src/drawing/product-picture/parse-product-picture-spec.ts';
import { filesOnDisk, type StoredFiles } from '../archive/stored-files.ts';
import { noteFilling } from '../local-supabase/seeds.ts';
import { keepFile } from './keep-file.ts';
import { createChance, type Chance } from './random.ts';

interface Desk {
  readonly ground: string;
  readonly grain: string;
  /** Where the lamp stands, in parts of the picture. */
  readonly lamp: readonly [x: number, y: number];
  readonly glow: string;
}

const oak: Desk = { ground: '#8a6542', grain: '#6f4d2f', lamp: [0.2, 0.1], glow: '#ffd9a0' };
const felt: Desk = { ground: '#4b5358', grain: '#42494d', lamp: [0.85, 0.05], glow: '#dfe9f2' };
const birch: Desk = { ground: '#cbb493', grain: '#b59c78', lamp: [0.5, -0.1], glow: '#fff4dc' };

interface DemoPhoto {
  readonly product: string;
  /** Which of the product's drawings stands on the desk, by the end of its name. */
  readonly picture: string;
  readonly desk: Desk;
  readonly turn: number;
  readonly by: 'shopper' | 'second';
  readonly name: string;
  readonly note: string;
  /** Null waits for staff. */
  readonly alt: string | null;
}

export const demoPhotos: readonly DemoPhoto[] = [
  {
    product: 'merlow-hhkb',
    picture: 'right',
    desk: oak,
    turn: -4,
    by: 'second',
    name: 'Robin',
    note: 'Pebble linears on the aluminium plate, stock foam left out.',
    alt: 'Merlow on an oak desk in the light of a lamp from the left',
  },
  {
    product: 'merlow-hhkb',
    picture: 'side',
    desk: felt,
    turn: 2,
    by: 'shopper',
    name: '',
    note: 'From the side, because nobody shows how high it stands.',
    alt: 'Merlow from the side on a dark felt mat',
  },
  {
    product: 'quoin-full',
    picture: 'angled',
    desk: birch,
    turn: 5,
    by: 'shopper',
    name: 'Sam L.',
    note: 'Thimble tactiles, lubed. Two years on my desk and still the one that I type letters on.',
    alt: 'Quoin full-size board on a birch table by a window',
  },
  {
    product: 'merlow-hhkb',
    picture: 'top',
    desk: birch,
    turn: -9,
    by: 'second',
    name: 'Robin',
    note: 'Hush silents, brass plate.',
    alt: null,
  },
];

const [width, height] = [1600, 1200];

const svg = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  );

function table({ ground, grain }: Desk, chance: Chance): Buffer {
  const lines = Array.from({ length: 160 }, () => {
    const y = chance.next() * height;
    const bend = (chance.next() - 0.5) * 60;
    const opacity = (0.1 + chance.next() * 0.35).toFixed(2);
    return `<path d="M0 ${y.toFixed(0)}Q${width / 2} ${(y + bend).toFixed(0)} ${width} ${(y + bend / 3).toFixed(0)}" stroke-width="${(1 + chance.next() * 4).toFixed(1)}" opacity="${opacity}"/>`;
  });
  return svg(
    `<rect width="100%" height="100%" fill="${ground}"/><g fill="none" stroke="${grain}">${lines.join('')}</g>`,
  );
}

function light({ lamp: [x, y], glow }: Desk): Buffer {
  return svg(
    `<defs><radialGradient id="l" cx="${x}" cy="${y}" r="1.05"><stop offset="0" stop-color="${glow}"/><stop offset=".45" stop-color="#9a948c"/><stop offset="1" stop-color="#2b2a2c"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#l)"/>`,
  );
}

/** As a camera would leave it: a little soft, with a little noise. */
async function photograph(
  render: unknown,
  desk: Desk,
  turn: number,
  chance: Chance,
): Promise<Buffer> {
  const read = parseProductPictureSpec(render);
  if (!read.ok || read.value.kind !== 'board') throw new Error('The demo photographs boards');
  const { scene: _, ...bare } = read.value;
  const thing = await sharp(Buffer.from(drawProductPicture({ ...bare, width: width - 260 })))
    .rotate(turn, { background: '#0000' })
    .resize({ width: width - 140, height: height - 140, fit: 'inside' })
    .png()
    .toBuffer();
  const placed = await sharp({ create: { width, height, channels: 4, background: '#0000' } })
    .composite([{ input: thing, gravity: 'center' }])
    .png()
    .toBuffer();
  const shade = await sharp(placed)
    .extractChannel('alpha')
    .blur(26)
    .linear(0.62, 0)
    .toColourspace('b-w')
    .toBuffer();
  const shadow = await sharp({ create: { width, height, channels: 3, background: '#120d08' } })
    .joinChannel(shade)
    .png()
    .toBuffer();
  const below = Math.round((0.5 - desk.lamp[1]) * 50);
  const beside = Math.round((0.5 - desk.lamp[0]) * 50);
  const moved = await sharp({ create: { width, height, channels: 4, background: '#0000' } })
    .composite([
      {
        input: await sharp(shadow).extract(cut(beside, below)).png().toBuffer(),
        left: Math.max(0, beside),
        top: Math.max(0, below),
      },
    ])
    .png()
    .toBuffer();
  const flat = await sharp(table(desk, chance))
    .composite([{ input: moved }, { input: placed }])
    .png()
    .toBuffer();
  return sharp(flat)
    .composite([{ input: light(desk), blend: 'soft-light' }])
    .blur(0.7)
    .webp({ quality: 84 })
    .toBuffer();
}

/** What stays in the picture of a layer that moves by so much. */
const cut = (x: number, y: number) => ({
  left: Math.max(0, -x),
  top: Math.max(0, -y),
  width: width - Math.abs(x),
  height: height - Math.abs(y),
});

const seed = 9_311;

async function addPhotos(sql: TransactionSql, files: StoredFiles): Promise<void> {
  const chance = createChance(seed);
  for (const { product, picture, desk, turn, by, name, note, alt } of demoPhotos) {
    const [drawn] = await sql<{ product: string; render: unknown; line: string | null }[]>`
      select p.id as product, i.render, (
        select l.id from public.order_lines l join public.order_records o on o.id = l.order_id
        where l.product_id = p.id and o.user_id = u.id limit 1) as line
      from public.products p join public.product_images i on i.product_id = p.id, auth.users u
      where p.url = ${product} and i.render ->> 'view' = ${picture} and u.email = ${`${by}@keywright.test`}
      order by i.position limit 1`;
    if (drawn === undefined) throw new Error(`${product} has no drawing ${picture}`);
    const id = chance.uuid();
    const path = `${id}.webp`;
    const bytes = await photograph(drawn.render, desk, turn, chance);
    const status = alt === null ? 'waiting' : 'shown';
    await sql`
      insert into private.customer_photos (id, user_id, product_id, order_line_id, storage_path, width, height,
        placeholder_colour, note, name, alt, status, sent_at, decided_at)
      select ${id}, u.id, ${drawn.product}, ${drawn.line}, ${path}, ${width}, ${height}, ${desk.ground}, ${note}, ${name},
        ${alt ?? ''}, ${status}, now() - interval '2 days', case when ${alt !== null} then now() - interval '1 day' end
      from auth.users u where u.email = ${`${by}@keywright.test`}`;
    const file = { name: path, type: 'image/webp', bytes };
    await keepFile(sql, files, { ...file, id: chance.uuid(), bucket: 'photo-inbox' });
    if (alt === null) continue;
    await sql`select private.show_photo(p) from private.customer_photos p where p.id = ${id}`;
    await keepFile(sql, files, { ...file, id: chance.uuid(), bucket: 'customer-photos' });
  }
}

/** Over a connection of its own, as the database's superuser, into the files of an embedded shop. */
export async function makePhotos(databaseUrl: string, dataFolder: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} });
  try {
    await sql.begin(async (transaction) => {
      await addPhotos(transaction, filesOnDisk(dataFolder));
      await noteFilling(transaction, 'photos');
    });
  } finally {
    await sql.end();
  }
}
