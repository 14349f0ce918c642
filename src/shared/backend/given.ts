import type { UnstableGetResult } from '@supabase/postgrest-js';
import type { Database } from './database.types.ts';

type Schema = Database['public'];
type Functions = Schema['Functions'];
type Tables = Schema['Tables'] & Schema['Views'];

/** What a function of the database gives, as its comment tells it and every test holds it to. */
export type Given<Name extends keyof Functions> = Functions[Name]['Returns'];

/** A table or a view. */
export type Relation = keyof Tables & string;

export type Row<Name extends Relation> = Tables[Name]['Row'];

/** What the API gives of a table that is asked for these columns, those of embedded tables too. */
export type ValuesOf<Name extends Relation, Columns extends string = '*'> = string extends Columns
  ? Readonly<Record<string, unknown>>
  : UnstableGetResult<
      Schema,
      Row<Name>,
      Name,
      Tables[Name]['Relationships'],
      Columns,
      { PostgrestVersion: '13' }
    >;
