import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { readAnswerShapes, typeOf } from './answer-shapes.ts';
import { formattedCode } from './formatted-code.ts';

const root = path.join(import.meta.dirname, '..');
export const typesFile = path.join(root, 'src/shared/backend/database.types.ts');
export const stagesFile = path.join(root, 'src/features/orders/model/order-stages.ts');
const header = '// Generated from the schema by `npm run db:change`: never edited by hand.\n';

/** Without sslmode=disable the tool writes a notice into the file. */
export async function typesText(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  url.searchParams.set('sslmode', 'disable');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      path.join(root, 'node_modules/supabase/dist/supabase.js'),
      'gen',
      'types',
      '--lang=typescript',
      '--schema=public',
      '--db-url',
      url.href,
    ],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  const plain = await formatted(typesFile, stdout);
  return formattedCode(root, typesFile, await withAnswers(databaseUrl, plain));
}

/** What functions give as JSON is told by their comments. */
async function withAnswers(databaseUrl: string, text: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    let typed = text;
    for (const [name, shape] of await readAnswerShapes(sql)) {
      const answer = new RegExp(`(\\n {6}${name}: (?:(?!\\n {6}\\w)[\\s\\S])*?Returns: )Json\\b`);
      typed = typed.replace(answer, (_, before: string) => `${before}${typeOf(shape, text)}`);
    }
    return typed;
  } finally {
    await sql.end();
  }
}

/** The tables that say what an order may do, as the screens read them. */
export async function stagesText(databaseUrl: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const stages = await sql`
      select status, name, tone, is_paid as "isPaid", is_here as "isHere", is_gated as "isGated",
        ending, key, mail
      from private.order_stages order by status`;
    // The way on comes first, and the nearest stage.
    const moves = await sql`
      select from_status as "from", to_status as "to", who, needs_reason as "needsReason", leaves
      from private.order_moves, enum_range(null::public.order_status) a (stages)
      order by array_position(array['customer', 'staff', 'shop'], who), from_status, needs_reason,
        abs(array_position(stages, to_status) - array_position(stages, from_status))`;
    const named = Object.fromEntries(stages.map(({ status, ...facts }) => [status, facts]));
    return await formatted(
      stagesFile,
      `export const orderStages = ${JSON.stringify(named)} as const;\n\nexport const orderMoves = ${JSON.stringify(moves)} as const;\n`,
    );
  } finally {
    await sql.end();
  }
}

/**
 * The tables that say how a batch goes on, by file. Pages take along the stages, and each fact that is plain
 * is left out there; only desks know the moves.
 */
export async function batchTexts(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const [stages = {}] = await sql`
      select json_object_agg(stage, name order by stage) as names,
        json_object_agg(stage, tone order by stage) filter (where tone <> 'plain') as tones,
        json_object_agg(stage, shelf order by stage) filter (where shelf is not null) as shelves
      from private.batch_stages`;
    const [moves = {}] = await sql`
      select json_object_agg(stage, comes_by order by stage) as "comesBy",
        json_object_agg(stage, array(
          select to_stage from private.batch_moves where from_stage = stage order by to_stage) order by stage) as moves
      from private.batch_stages`;
    const texts = new Map<string, string>();
    for (const [name, facts] of Object.entries({
      'batch-stages': stages,
      'batch-stage-moves': moves,
    })) {
      const file = path.join(root, 'src/features/batches/model', `${name}.ts`);
      const constants = Object.entries(facts).map(
        ([fact, values]) => `export const ${fact} = ${JSON.stringify(values)} as const;\n`,
      );
      texts.set(file, await formatted(file, constants.join('\n')));
    }
    return texts;
  } finally {
    await sql.end();
  }
}

const formatted = (file: string, text: string): Promise<string> =>
  formattedCode(root, file, header + text);

async function replace(file: string, text: string): Promise<boolean> {
  const before = await readFile(file, 'utf8').catch(() => '');
  if (before !== text) await writeFile(file, text);
  return before !== text;
}

/** Whether what is generated had changed. */
export async function generateTypes(databaseUrl: string): Promise<boolean> {
  const changed = [
    await replace(typesFile, await typesText(databaseUrl)),
    await replace(stagesFile, await stagesText(databaseUrl)),
  ];
  for (const [file, text] of await batchTexts(databaseUrl)) changed.push(await replace(file, text));
  return changed.includes(true);
}
