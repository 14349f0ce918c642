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

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
