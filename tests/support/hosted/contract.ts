/**
 * Whoever imports this is a contract suite: it says what a client sees, and `npm run test:hosted` runs it
 * against a project of which it knows the address, the keys and, where it is given, the database.
 */
const isHosted = Boolean(process.env['SUPABASE_TEST_URL']);

/** Why a test is left out against a hosted project: it would send mail, or look into the backend. */
export const hostedSkips: string | false = isHosted ? 'needs the embedded backend' : false;

/** As a user that is no superuser; empty where the project's database is not given. */
export const hostedDatabaseUrl = process.env['SUPABASE_TEST_DATABASE_URL'] ?? '';

/** Why tables of a test's own can't be made. */
export const tableSkips: string | false =
  isHosted && hostedDatabaseUrl === '' ? 'needs SUPABASE_TEST_DATABASE_URL' : false;

/** Embedded databases are thrown away whole; a project is left as it was. */
export const leavesTables: boolean = isHosted;
