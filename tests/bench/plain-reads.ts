/**
 * Measures what a plain read costs through the embedded stack beside Postgres's own time: the same
 * rows asked for by the driver, in one transaction with the same role. One connection each, in turn.
 */
import http from 'node:http';
import postgres, { type Sql } from 'postgres';
import type { BenchRow } from '../../scripts/bench.ts';
import { assumeCaller } from '../../scripts/local-supabase/callers.ts';
import type { Caller } from '../../scripts/local-supabase/context.ts';
import { startApiProcess, type ApiProcess } from '../support/api-process.ts';

export const title = 'A plain read through the embedded stack';

const warmUps = 300;
const reads = 1500;
const budget = 4;
const visitor: Caller = { role: 'anon', claims: { role: 'anon' } };

type Read = () => Promise<unknown>;

function throughStack(api: ApiProcess, agent: http.Agent): Read {
  const url = `${api.url}/rest/v1/products?select=id,title&limit=5`;
  const options = { agent, headers: { apikey: api.publishableKey } };
  return () =>
    new Promise((resolve, reject) => {
      const asked = http.get(url, options, (response) => {
        if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
        response.resume().on('end', resolve);
      });
      asked.on('error', reject);
    });
}

const byDriver =
  (sql: Sql): Read =>
  () =>
    sql.begin(async (transaction) => {
      await assumeCaller(transaction, visitor);
      await transaction`select id, title from public.products limit 5`;
    });

async function time(read: Read): Promise<number> {
  const startedAt = performance.now();
  await read();
  return performance.now() - startedAt;
}

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

async function compare(stack: Read, driver: Read): Promise<BenchRow> {
  const took: { readonly stack: number[]; readonly driver: number[] } = { stack: [], driver: [] };
  for (let turn = 0; turn < warmUps + reads; turn += 1) {
    const times = { stack: await time(stack), driver: await time(driver) };
    if (turn < warmUps) continue;
    took.stack.push(times.stack);
    took.driver.push(times.driver);
  }
  const ratio = medianOf(took.stack) / medianOf(took.driver);
  return {
    what: `five rows by REST on one connection, median of ${reads}`,
    figure: `${medianOf(took.stack).toFixed(2)} ms`,
    comparedWith: `the same by the driver, in one transaction and role: ${medianOf(took.driver).toFixed(2)} ms; ${ratio.toFixed(1)}x`,
    budget: `${budget}x`,
    isWithin: ratio <= budget,
  };
}

export async function measure(): Promise<readonly BenchRow[]> {
  const api = await startApiProcess();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const sql = postgres(api.databaseUrl, { max: 1, onnotice() {} }) as unknown as Sql;
  try {
    return [await compare(throughStack(api, agent), byDriver(sql))];
  } finally {
    agent.destroy();
    await sql.end();
    await api.stop();
  }
}
