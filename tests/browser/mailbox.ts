// A mail server of the test's own: it speaks SMTP, and stores what it is sent.
import { createServer, type Server, type Socket } from 'node:net';
import { freePort } from './ports';

export interface Mail {
  to: string;
  /** Its header and its parts, without encodings of transport. */
  text: string;
}

export class Mailbox {
  #mails: Mail[] = [];
  #waiting: (() => void)[] = [];
  #server: Server;
  /** Its URL, for `mail_url`. */
  readonly url: string;

  private constructor(port: number) {
    this.url = `smtp://127.0.0.1:${port}`;
    this.#server = createServer((client) => this.#converse(client)).listen(port, '127.0.0.1');
  }

  static async open(): Promise<Mailbox> {
    return new Mailbox(await freePort());
  }

  close(): void {
    this.#server.close();
  }

  /** The next mail to an address, which is taken out; waits for it. */
  async next(to: string): Promise<Mail> {
    for (;;) {
      const at = this.#mails.findIndex((mail) => mail.to === to);
      const [mail] = at < 0 ? [] : this.#mails.splice(at, 1);
      if (mail) return mail;
      // oxlint-disable-next-line no-await-in-loop
      await new Promise<void>((done) => this.#waiting.push(done));
    }
  }

  #converse(client: Socket): void {
    let [buffer, to, isMail] = ['', '', false];
    const say = (line: string) => client.write(`${line}\r\n`);
    client.on('error', () => client.destroy());
    say('220 mailbox');
    client.setEncoding('latin1').on('data', (more: string) => {
      buffer += more;
      for (;;) {
        const end = isMail ? '\r\n.\r\n' : '\r\n';
        const at = buffer.indexOf(end);
        if (at < 0) return;
        const text = buffer.slice(0, at);
        buffer = buffer.slice(at + end.length);
        const [word] = text.toUpperCase().split(/[ :]/);
        if (isMail) {
          isMail = false;
          this.#mails.push({ to, text: decoded(text) });
          for (const done of this.#waiting.splice(0)) done();
          say('250 ok');
        } else if (word === 'DATA') {
          isMail = true;
          say('354 go on');
        } else if (word === 'RCPT') {
          to = /<(.*)>/.exec(text)?.[1] ?? '';
          say('250 ok');
        } else say(word === 'QUIT' ? '221 bye' : '250 ok');
      }
    });
  }
}

/** Takes the encoding called quoted-printable away. */
function decoded(text: string): string {
  const joined = text.replaceAll('=\r\n', '');
  return joined.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The link in a mail's plain text that leads to a path of the product. */
export const linkIn = ({ text }: Mail, path: string): string =>
  new RegExp(`http://\\S+${path}\\?token=\\S+`).exec(text)?.[0] ?? '';
