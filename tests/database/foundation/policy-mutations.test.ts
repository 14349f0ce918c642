import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  callers,
  exposedRelations,
  reach,
  type ExposedRelation,
  type Verb,
} from '../../support/pages/access.ts';
import { openTestDatabase } from '../../support/database.ts';
import { addSampleRows } from '../../support/data/sample-rows.ts';

const database = openTestDatabase();

interface Policy {
  readonly table: string;
  readonly name: string;
  readonly verb: Verb;
  readonly using: string | null;
  readonly check: string | null;
}

const readPolicies = () => database.sql<Policy[]>`
  select tablename::text as table, policyname::text as name, lower(cmd) as verb, qual as using,
    with_check as check
  from pg_policies where schemaname = 'public' order by 1, 2`;

async function alterPolicy(policy: Policy, using: string | null, check: string | null) {
  const { sql } = database;
  const clauses = [
    policy.using === null ? '' : `using (${using})`,
    policy.check === null ? '' : `with check (${check})`,
  ].join(' ');
  await sql`alter policy ${sql(policy.name)} on public.${sql(policy.table)} ${sql.unsafe(clauses)}`;
}

async function answers(relation: ExposedRelation, verb: Verb): Promise<string> {
  const all = await Promise.all(
    Object.values(callers).map((caller) => reach(database.sql, caller, relation, verb)),
  );
  return all.join(' ');
}

const unbroken: Record<string, Promise<string>> = {};

describe('each policy of the API', () => {
  before(() => addSampleRows(database.sql));

  for (const broken of ['true', 'false']) {
    test(`is missed by someone when it is always ${broken}`, async () => {
      const relations = new Map(
        (await exposedRelations(database.sql)).map((relation) => [relation.name, relation]),
      );
      const policies = await readPolicies();
      assert.ok(policies.length > 150);
      for (const policy of policies) {
        if (policy.using === broken && policy.check === null) continue;
        const relation = relations.get(policy.table);
        assert.ok(relation);
        const whole = await (unbroken[`${policy.table} ${policy.verb}`] ??= answers(
          relation,
          policy.verb,
        ));
        await alterPolicy(policy, broken, broken);
        const mutated = await answers(relation, policy.verb);
        await alterPolicy(policy, policy.using, policy.check);
        assert.notEqual(mutated, whole, `"${policy.name}" on ${policy.table} went unmissed`);
      }
    });
  }
});
