/**
 * The only place that makes the demo shop's accounts, on the first boot of an embedded database.
 * Invariant: none of them can exist in a hosted project, because nothing here is run there.
 */
import type { Auth } from './auth/auth.ts';
import type { LocalContext } from './context.ts';
import { applySeed } from './migrate.ts';

const demoPassword = 'Keywright-demo-1';
const demoNames: Readonly<Record<string, string>> = {
  owner: 'Odile Wren',
  editor: 'Edda Marsh',
  fulfilment: 'Finn Calloway',
  support: 'Sunniva Pike',
  shopper: 'Sam Larch',
  second: 'Robin Fell',
};

export async function seedDemoAccounts(
  context: LocalContext,
  auth: Auth,
  projectFolder: string,
): Promise<void> {
  await Promise.all(
    Object.entries(demoNames).map(([name, displayName]) =>
      auth.createUser({
        email: `${name}@keywright.test`,
        password: demoPassword,
        emailConfirmed: true,
        userMetadata: { display_name: displayName },
      }),
    ),
  );
  await applySeed(context.sql, projectFolder, 'seed-staff.sql');
}
