import { fieldsOf, listOf, oneOf, textOf } from '#shared/parsed-fields.ts';

export interface TableRights {
  readonly name: string;
  readonly isGuarded: boolean;
  /** What a visitor without an account may do with it. */
  readonly visitors: 'nothing' | 'read' | 'write';
  /** The sentences that let an account read; staff are accounts too. */
  readonly readRules: readonly string[];
  readonly writeRules: readonly string[];
}

const callers = ['visitors', 'accounts', 'service'] as const;
export type Callers = (typeof callers)[number];

export interface FunctionRights {
  readonly name: string;
  readonly callers: Callers;
}

export interface AccessReport {
  readonly tables: readonly TableRights[];
  readonly functions: readonly FunctionRights[];
}

export function parseAccessReport(data: unknown): AccessReport | null {
  const fields = fieldsOf(data);
  if (fields === null) return null;
  return {
    tables: listOf(fields['tables'], (table) => ({
      name: textOf(table['name']),
      isGuarded: table['is_guarded'] === true,
      visitors:
        table['visitors_write'] === true
          ? 'write'
          : table['visitors_read'] === true
            ? 'read'
            : 'nothing',
      readRules:
        table['is_view'] === true && table['accounts_read'] === true
          ? ['Same rules as the tables it is made of']
          : rulesOf(table['read_rules']),
      writeRules: rulesOf(table['write_rules']),
    })),
    functions: listOf(fields['functions'], (one) => ({
      name: textOf(one['name']),
      callers: oneOf(one['callers'], callers) ?? 'service',
    })),
  };
}

function rulesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}
