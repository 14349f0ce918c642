import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { readAnswerShapes, readColumnShapes, readRefusalShapes, typeOf } from './answer-shapes.ts';
import { formattedCode } from './formatted-code.ts';

const root = path.join(import.meta.dirname, '..');
export const typesFile = path.join(root, 'src/shared/backend/database.types.ts');
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
  const plain = await formattedCode(root, typesFile, header + stdout);
  return formattedCode(root, typesFile, await withShapes(databaseUrl, plain));
}

/** What functions give as JSON or as rows, and what columns of JSON hold, is told by their comments. */
async function withShapes(databaseUrl: string, text: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    let typed = text;
    for (const [name, shape] of await readAnswerShapes(sql)) {
      const answer = new RegExp(
        `(\\n {6}${name}: (?:(?!\\n {6}\\w)[\\s\\S])*?Returns: )(?:Json\\b|\\{[^}]*\\}\\[\\])`,
      );
      typed = typed.replace(answer, (_, before: string) => `${before}${typeOf(shape, text)}`);
    }
    for (const [name, shape] of await readColumnShapes(sql)) {
      const [table, column] = name.split('.');
      const held = new RegExp(
        `(\\n {6}${table}: \\{\\n {8}Row: (?:(?!\\n {8}\\w)[\\s\\S])*?\\n {10}${column}: )(?:NonNullable<Json>|Json\\b)`,
      );
      typed = typed.replace(held, (_, before: string) => `${before}(${typeOf(shape, text)})`);
    }
    const refusals = [...(await readRefusalShapes(sql))].map(
      ([name, shape]) => `  ${name}: ${typeOf(shape, text)};\n`,
    );
    return `${typed}\n/** What refusals of a function tell beside their reasons. */\nexport interface RefusalDetails {\n${refusals.join('')}}\n`;
  } finally {
    await sql.end();
  }
}

/** The tables that say what stages and kinds are called and what holds in them, keyed by the file it goes into. */
export async function tableTexts(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  const sql = postgres(databaseUrl, { max: 1 });
  const texts = new Map<string, string>();
  const tell = async (name: string, constants: Readonly<Record<string, unknown>>) => {
    const file = path.join(root, 'src', `${name}.ts`);
    const lines = Object.entries(constants).map(
      ([constant, value]) => `export const ${constant} = ${JSON.stringify(value)} as const;\n`,
    );
    texts.set(file, await formattedCode(root, file, header + lines.join('\n')));
  };
  try {
    const stages = await sql`
      select status, name, tone, is_paid as "isPaid", is_here as "isHere", is_gated as "isGated",
        ending, key, mail
      from private.order_stages order by status`;
    const orderStages = Object.fromEntries(stages.map(({ status, ...facts }) => [status, facts]));
    // The way on comes first, and the nearest stage.
    const orderMoves = await sql`
      select from_status as "from", to_status as "to", who, needs_reason as "needsReason", leaves
      from private.order_moves, enum_range(null::public.order_status) a (stages)
      order by array_position(array['customer', 'staff', 'shop'], who), from_status, needs_reason,
        abs(array_position(stages, to_status) - array_position(stages, from_status))`;
    await tell('features/orders/model/order-stages', { orderStages, orderMoves });
    // Pages take these along: what is plain is left out, and only desks know the moves.
    const [batchStages = {}] = await sql`
      select json_object_agg(stage, name order by stage) as "stageNames",
        json_object_agg(stage, tone order by stage) filter (where tone <> 'plain') as "stageTones",
        json_object_agg(stage, shelf order by stage) filter (where shelf is not null) as "stageShelves"
      from private.batch_stages`;
    await tell('features/batches/model/batch-stages', batchStages);
    const [batchMoves = {}] = await sql`
      select json_object_agg(stage, comes_by order by stage) as "stageComesBy",
        json_object_agg(stage, array(
          select to_stage from private.batch_moves where from_stage = stage order by to_stage) order by stage) as "stageMoves"
      from private.batch_stages`;
    await tell('features/batches/model/batch-stage-moves', batchMoves);
    const kinds = await sql`
      select kind, name, key, mail, news, is_drawn as "isDrawn", is_vote as "isVote"
      from private.list_kinds order by kind`;
    const listKinds = Object.fromEntries(kinds.map(({ kind, ...facts }) => [kind, facts]));
    await tell('shared/list-kinds', { listKinds });
    return texts;
  } finally {
    await sql.end();
  }
}

async function replace(file: string, text: string): Promise<boolean> {
  const before = await readFile(file, 'utf8').catch(() => '');
  if (before !== text) await writeFile(file, text);
  return before !== text;
}

/** Whether what is generated had changed. */
export async function generateTypes(databaseUrl: string): Promise<boolean> {
  const changed = [await replace(typesFile, await typesText(databaseUrl))];
  for (const [file, text] of await tableTexts(databaseUrl)) changed.push(await replace(file, text));
  return changed.includes(true);
}
