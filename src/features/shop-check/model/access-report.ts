import type { Given } from '#shared/backend/given.ts';

type Told = Given<'access_report'>;

export interface TableRights {
  readonly name: string;
  readonly isGuarded: boolean;
  /** What a visitor without an account may do with it. */
  readonly visitors: 'nothing' | 'read' | 'write';
  /** The sentences that let an account read; staff are accounts too. */
  readonly readRules: readonly string[];
  readonly writeRules: readonly string[];
}

export type FunctionRights = Told['functions'][number];
export type Callers = FunctionRights['callers'];

export interface AccessReport {
  readonly tables: readonly TableRights[];
  readonly functions: readonly FunctionRights[];
}

export const accessOf = ({ tables, functions }: Told): AccessReport => ({
  tables: tables.map((table) => ({
    name: table.name,
    isGuarded: table.is_guarded,
    visitors: table.visitors_write ? 'write' : table.visitors_read ? 'read' : 'nothing',
    readRules:
      table.is_view && table.accounts_read
        ? ['Same rules as the tables it is made of']
        : table.read_rules,
    writeRules: table.write_rules,
  })),
  functions,
});
