/** How long the certificate of an address is good for. */
import { connect } from 'node:tls';
import { fault, ok, warning, type Finding } from './finding.ts';

const longestWaitMs = 10_000;
const dayMs = 24 * 3600_000;

function readEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: longestWaitMs }, () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      socket.end();
      resolve(end);
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')));
    socket.once('error', reject);
  });
}

export async function checkCertificate(address: string, now = new Date()): Promise<Finding> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:')
    return warning(`${address} is not encrypted.`, 'Serve it by https, and set its address so.');
  try {
    const end = await readEnd(hostname, Number(port || 443));
    const days = Math.floor((end.getTime() - now.getTime()) / dayMs);
    if (days < 14)
      return warning(
        `The certificate of ${hostname} ends in ${days} days.`,
        'Hosts renew it by themselves a month before: look at the host why this one did not.',
      );
    return ok(`Certificate of ${hostname}, for ${days} more days`);
  } catch (error) {
    return fault(
      `${hostname} shows no certificate that browsers take: ${error instanceof Error ? error.message : String(error)}`,
      'Let the host make one for this name, and look at the DNS records of the domain.',
    );
  }
}
