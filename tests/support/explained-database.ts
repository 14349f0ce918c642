import { connect, createServer, type AddressInfo } from 'node:net';
import type { Sql } from 'postgres';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface RunStatement {
  readonly query: string;
  readonly plan: PlanNode;
}

export interface ExplainedDatabase {
  /** For the API in place of the database's own address. */
  readonly url: string;
  /** What ran since the last time it was asked, statements inside of functions included. */
  take(): readonly RunStatement[];
  close(): Promise<void>;
}

/** From the next session on, the database says of every statement how it was run. */
async function tellPlans(sql: Sql, database: string): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  for (const [name, value] of Object.entries(settings))
    await sql.unsafe(`alter database "${database}" set ${name} = '${value}'`);
}

export async function openExplainedDatabase(sql: Sql, url: string): Promise<ExplainedDatabase> {
  const address = new URL(url);
  await tellPlans(sql, address.pathname.slice(1));
  let told: RunStatement[] = [];
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((client) => {
    const database = connect(Number(address.port), address.hostname);
    sockets.add(client).add(database);
    client.pipe(database).pipe(client);
    const read = noticesOf((text) => {
      const plan = parsePlan(text);
      if (plan) told.push(plan);
    });
    database.on('data', read);
    for (const socket of [client, database]) socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const door = new URL(url);
  door.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: door.href,
    take() {
      const all = told;
      told = [];
      return all;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parsePlan(text: string): RunStatement | null {
  const start = text.indexOf('{');
  if (!/^duration: .* plan:/.test(text) || start < 0) return null;
  const told = JSON.parse(text.slice(start)) as {
    readonly 'Query Text': string;
    readonly Plan: PlanNode;
  };
  return { query: told['Query Text'], plan: told.Plan };
}

/** Each message of the protocol is a letter, its length, and what it holds; a notice is an N. */
function noticesOf(hear: (message: string) => void): (part: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (part) => {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= 5) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) return;
      if (rest[0] === 0x4e) {
        const fields = rest.toString('utf8', 5, length).split('\0');
        const message = fields.find((field) => field.startsWith('M'));
        if (message) hear(message.slice(1));
      }
      rest = rest.subarray(length);
    }
  };
}

/** Every step of a plan, whatever it is inside of. */
export function stepsOf(plan: PlanNode): readonly PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}

/** How many rows of its table a step looked at, thrown away ones included. */
export function rowsLookedAt(step: PlanNode): number {
  const each =
    (step['Actual Rows'] ?? 0) +
    (step['Rows Removed by Filter'] ?? 0) +
    (step['Rows Removed by Index Recheck'] ?? 0);
  return each * (step['Actual Loops'] ?? 1);
}

/** How many pages of the database a statement and all inside of it looked at. */
export const pagesLookedAt = ({ plan }: RunStatement): number =>
  (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
