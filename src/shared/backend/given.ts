import type { Database } from './database.types.ts';

type Functions = Database['public']['Functions'];
type Tables = Database['public']['Tables'] & Database['public']['Views'];

/** What a function of the database gives, as its comment tells it and every test holds it to. */
export type Given<Name extends keyof Functions> = Functions[Name]['Returns'];

/** Of a table or a view. */
export type Row<Name extends keyof Tables> = Tables[Name]['Row'];
