/** As a hosted project's sign-in sends its mails: by the server that its settings name. */
import { connect } from 'node:net';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

export interface SmtpMail {
  readonly from: string;
  readonly fromName: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const encoded = (text: string) => `=?utf-8?B?${base64(text)}?=`;

export async function sendBySmtp(server: SmtpServer, mail: SmtpMail): Promise<void> {
  const socket = connect(server.port, server.host);
  const said = socket.setEncoding('utf8')[Symbol.asyncIterator]();
  let heard = '';
  const expectCode = async (code: string) => {
    for (;;) {
      const last = /^(\d{3}) .*\r\n/m.exec(heard);
      if (last) {
        heard = '';
        if (last[1] === code) return;
        throw new Error(`The mail server said: ${last[0].trim()}`);
      }
      const { value, done } = await said.next();
      if (done) throw new Error('The mail server hung up.');
      heard += String(value);
    }
  };
  const ask = async (line: string, code: string) => {
    socket.write(`${line}\r\n`);
    await expectCode(code);
  };
  try {
    await expectCode('220');
    await ask('EHLO auth.test', '250');
    await ask(`AUTH PLAIN ${base64(`\0${server.user}\0${server.password}`)}`, '235');
    await ask(`MAIL FROM:<${mail.from}>`, '250');
    await ask(`RCPT TO:<${mail.to}>`, '250');
    await ask('DATA', '354');
    const lines = [
      `From: ${encoded(mail.fromName)} <${mail.from}>`,
      `To: <${mail.to}>`,
      `Subject: ${encoded(mail.subject)}`,
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      base64(mail.html).replace(/.{76}/g, '$&\r\n'),
      '.',
    ];
    await ask(lines.join('\r\n'), '250');
    socket.end('QUIT\r\n');
  } finally {
    socket.destroySoon();
  }
}
