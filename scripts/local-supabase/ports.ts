import net from 'node:net';

export class PortTaken extends Error {}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => resolve(true)));
  });
}

export async function assertPortsFree(ports: Readonly<Record<string, number>>): Promise<void> {
  const seen = new Map<number, string>();
  for (const [setting, port] of Object.entries(ports)) {
    const twin = seen.get(port);
    if (twin) throw new PortTaken(`${twin} and ${setting} both name port ${port}.`);
    seen.set(port, setting);
    if (!(await isFree(port))) {
      throw new PortTaken(
        `Port ${port} is taken by another program. Set ${setting} to a free port and start again.`,
      );
    }
  }
}

/** Below what systems give to connections that go out: none of those takes it before it is used. */
const [lowestPort, portsToTry] = [20_000, 12_000];
const found = new Set<number>();

export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = lowestPort + Math.floor(Math.random() * portsToTry);
    if (found.has(port)) continue;
    found.add(port);
    if (await isFree(port)) return port;
  }
  throw new PortTaken('No free port was found.');
}
