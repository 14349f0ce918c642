import type { Database } from './database.types.ts';

type Functions = Database['public']['Functions'];

/** What a function of the database gives, as its comment tells it and every test holds it to. */
export type Answer<Name extends keyof Functions> = Functions[Name]['Returns'];
