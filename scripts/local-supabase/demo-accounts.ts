/**
 * Makes the demo shop's accounts in a new embedded database. Invariant: none of them can exist in a
 * hosted project, because nothing here is run there; and whoever was made before a kill is not made again.
 */
import type { Auth } from './auth/auth.ts';
import type { LocalContext } from './context.ts';
import { applySeed, isSeedWanted } from './seeds.ts';

const demoPassword = 'Keywright-demo-1';
const demoNames: Readonly<Record<string, string>> = {
  owner: 'Odile Wren',
  editor: 'Edda Marsh',
  fulfilment: 'Finn Calloway',
  support: 'Sunniva Pike',
  shopper: 'Sam Larch',
  second: 'Robin Fell',
};

/** Says whether it made them now. */
export async function seedDemoAccounts(
  context: LocalContext,
  auth: Auth,
  projectFolder: string,
): Promise<boolean> {
  if (!(await isSeedWanted(context.sql, 'seed-staff.sql'))) return false;
  const accounts = Object.entries(demoNames).map(([name, displayName]) => ({
    email: `${name}@keywright.test`,
    password: demoPassword,
    emailConfirmed: true,
    userMetadata: { display_name: displayName },
  }));
  const made = await context.sql<{ email: string }[]>`
    select email from auth.users where email = any(${accounts.map(({ email }) => email)})`;
  const known = new Set(made.map(({ email }) => email));
  const missing = accounts.filter(({ email }) => !known.has(email));
  await Promise.all(missing.map((account) => auth.createUser(account)));
  await applySeed(context.sql, projectFolder, 'seed-staff.sql');
  return true;
}
