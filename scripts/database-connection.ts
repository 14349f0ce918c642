/** A single connection to the database of a shop, here or hosted. */
import postgres, { type Sql } from 'postgres';

const isLocal = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

export function connect(address: string): Sql {
  const { hostname } = new URL(address);
  return postgres(address, {
    max: 1,
    prepare: false,
    connect_timeout: 15,
    ssl: isLocal(hostname) ? false : 'require',
    onnotice() {},
  });
}
