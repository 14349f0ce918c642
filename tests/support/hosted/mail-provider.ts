/**
 * A mail provider with the two doors that a live shop uses: SMTP for the project's sign-in, and an API for
 * the shop's own mails. Nothing comes in without the user's password or the key.
 */
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';

export interface ProvidedMail {
  readonly door: 'smtp' | 'api';
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** What SMTP brings is HTML alone, as a hosted project sends it. */
  readonly text: string;
}

export interface MailProvider {
  readonly smtpPort: number;
  readonly user: string;
  readonly password: string;
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly mails: ProvidedMail[];
  to(address: string, door: ProvidedMail['door']): readonly ProvidedMail[];
  close(): void;
}

const user = 'shop';
const password = 'smtp-password';
const apiKey = 'mail-key';

const decoded = (header: string) =>
  header.replace(/=\?utf-8\?B\?([^?]*)\?=/gi, (_, text: string) =>
    Buffer.from(text, 'base64').toString(),
  );

function parseMessage(message: string, to: readonly string[]): ProvidedMail {
  const [head = '', body = ''] = message.split(/\r\n\r\n([^]*)/);
  const field = (name: string) =>
    decoded(new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '');
  return {
    door: 'smtp',
    from: field('From'),
    to,
    subject: field('Subject'),
    text: Buffer.from(body, 'base64').toString(),
  };
}

/** One conversation. */
function converse(socket: Socket, take: (mail: ProvidedMail) => void): void {
  const credentials = Buffer.from(`\0${user}\0${password}`).toString('base64');
  let waiting = '';
  let isKnown = false;
  let to: string[] = [];
  let message: string[] | null = null;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const answers: readonly (readonly [RegExp, (line: string) => void])[] = [
    [/^EHLO /i, () => say('250-mail.test\r\n250 AUTH PLAIN')],
    [
      /^AUTH PLAIN /i,
      (line) => {
        isKnown = line.slice(11) === credentials;
        say(isKnown ? '235 Welcome' : '535 Wrong user or password');
      },
    ],
    [/^MAIL FROM:/i, () => say(isKnown ? '250 OK' : '530 Sign in first')],
    [
      /^RCPT TO:/i,
      (line) => {
        to.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
        say(isKnown ? '250 OK' : '530 Sign in first');
      },
    ],
    [
      /^DATA$/i,
      () => {
        message = isKnown ? [] : null;
        say(isKnown ? '354 Go on' : '530 Sign in first');
      },
    ],
    [/^QUIT$/i, () => socket.end('221 Bye\r\n')],
  ];
  const hear = (line: string) => {
    if (message === null) {
      const [, answer] = answers.find(([pattern]) => pattern.test(line)) ?? [];
      if (answer) answer(line);
      else say('500 What?');
    } else if (line === '.') {
      take(parseMessage(message.join('\r\n'), to));
      [message, to] = [null, []];
      say('250 Taken');
    } else message.push(line.replace(/^\./, ''));
  };
  say('220 mail.test');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    const lines = (waiting + chunk.toString()).split('\r\n');
    waiting = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
}

async function listen(server: ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export async function startMailProvider(): Promise<MailProvider> {
  const mails: ProvidedMail[] = [];
  const smtp = createTcpServer((socket) => converse(socket, (mail) => mails.push(mail)));
  const api = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isKnown = request.headers.authorization === `Bearer ${apiKey}`;
      if (isKnown) mails.push({ ...JSON.parse(Buffer.concat(chunks).toString()), door: 'api' });
      response.writeHead(isKnown ? 200 : 401);
      response.end('{}');
    });
  });
  return {
    smtpPort: await listen(smtp),
    user,
    password,
    apiUrl: `http://127.0.0.1:${await listen(api)}/emails`,
    apiKey,
    mails,
    to: (address, door) => mails.filter((mail) => mail.door === door && mail.to.includes(address)),
    close() {
      smtp.close();
      api.close();
    },
  };
}
