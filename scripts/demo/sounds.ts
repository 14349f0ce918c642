/**
 * The sounds of the demo's switches, made on the spot: nobody's recordings are copied. Invariant: each row
 * has its file, and says that a computer made it.
 */
import postgres, { type TransactionSql } from 'postgres';
import { peaksOf } from '../../src/features/catalogue/model/sound-peaks.ts';
import { filesOnDisk, type StoredFiles } from '../archive/stored-files.ts';
import { noteFilling } from '../local-supabase/seeds.ts';
import { keepFile } from './keep-file.ts';
import { createChance } from './random.ts';
import { sampleRate, typingSound, waveFile, type SwitchSound } from './typing-sound.ts';

const linear: SwitchSound = {
  body: [
    [196, 0.5],
    [410, 0.3],
    [905, 0.12],
  ],
  ringMs: 24,
  knockHertz: 1250,
  knockMs: 4,
  knock: 0.5,
  bump: 0,
  click: 0,
  upstroke: 0.34,
  loudness: 0.62,
};
const softPlate: SwitchSound = {
  ...linear,
  body: [
    [148, 0.62],
    [305, 0.26],
  ],
  ringMs: 30,
  knockHertz: 820,
  knock: 0.38,
};
const silent: SwitchSound = {
  body: [
    [132, 0.3],
    [240, 0.1],
  ],
  ringMs: 11,
  knockHertz: 480,
  knockMs: 5,
  knock: 0.3,
  bump: 0,
  click: 0,
  upstroke: 0.2,
  loudness: 0.32,
};
const tactile: SwitchSound = {
  body: [
    [232, 0.42],
    [560, 0.3],
    [1240, 0.14],
  ],
  ringMs: 19,
  knockHertz: 1900,
  knockMs: 4,
  knock: 0.62,
  bump: 0.42,
  click: 0,
  upstroke: 0.42,
  loudness: 0.62,
};
const steelPlate: SwitchSound = {
  ...tactile,
  body: [
    [262, 0.34],
    [690, 0.34],
    [1720, 0.24],
    [3150, 0.1],
  ],
  ringMs: 30,
  knockHertz: 2600,
};
const clicky: SwitchSound = {
  body: [
    [245, 0.34],
    [620, 0.22],
    [1500, 0.1],
  ],
  ringMs: 15,
  knockHertz: 2100,
  knockMs: 3,
  knock: 0.5,
  bump: 0,
  click: 0.75,
  upstroke: 0.5,
  loudness: 0.62,
};

const honest = 'Synthesised for the demo';

export const demoSounds = [
  {
    product: 'pebble-linear',
    file: 'linear-aluminium',
    of: linear,
    on: 'Aluminium plate, PBT caps',
  },
  {
    product: 'pebble-linear',
    file: 'linear-polycarbonate',
    of: softPlate,
    on: 'Polycarbonate plate, PBT caps',
  },
  { product: 'hush-silent', file: 'silent-aluminium', of: silent, on: 'Aluminium plate, PBT caps' },
  {
    product: 'thimble-tactile',
    file: 'tactile-aluminium',
    of: tactile,
    on: 'Aluminium plate, PBT caps',
  },
  {
    product: 'thimble-tactile',
    file: 'tactile-steel',
    of: steelPlate,
    on: 'Steel plate, ABS caps',
  },
  { product: 'wren-click', file: 'clicky-aluminium', of: clicky, on: 'Aluminium plate, PBT caps' },
] as const;

/** Each types something else. */
const seed = 4_117;

async function addSounds(sql: TransactionSql, files: StoredFiles): Promise<void> {
  const ids = createChance(seed);
  for (const [index, { product, file, of, on }] of demoSounds.entries()) {
    const samples = typingSound(of, seed + index);
    const bytes = waveFile(samples);
    const name = `demo/${file}.wav`;
    const position = demoSounds.slice(0, index).filter((one) => one.product === product).length;
    const [sound, object] = [ids.uuid(), ids.uuid()];
    await sql`
      insert into public.product_sounds (id, product_id, storage_path, title, duration_ms, peaks, position)
      select ${sound}, p.id, ${name}, ${`${on}. ${honest}`}, ${Math.round((samples.length / sampleRate) * 1000)},
        ${[...(peaksOf([samples]) ?? [])]}::int[], ${position}
      from public.products p where p.url = ${product}`;
    const kept = { id: object, bucket: 'product-sounds', name, type: 'audio/wav', bytes };
    await keepFile(sql, files, kept);
  }
}

/** Over a connection of its own, as the database's superuser, into the files of an embedded shop. */
export async function makeSounds(databaseUrl: string, dataFolder: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} });
  try {
    await sql.begin(async (transaction) => {
      await addSounds(transaction, filesOnDisk(dataFolder));
      await noteFilling(transaction, 'sounds');
    });
  } finally {
    await sql.end();
  }
}
