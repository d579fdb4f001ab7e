import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A letter as the mail server received it. */
export interface ReceivedLetter {
  /** Addresses of the envelope, which may differ from those in the headers. */
  from: string;
  to: string[];
  mail: Email;
}

/**
 * A real SMTP server on a port of this machine that keeps the letters it receives. It offers STARTTLS with a self-signed certificate,
 * accepts the login `almanac` with each of its passwords, and refuses recipients with the name `nobody`.
 */
export class Mailbox {
  readonly letters: ReceivedLetter[] = [];
  readonly passwords = new Set(['secret']);

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  static async open(): Promise<Mailbox> {
    const server = new SMTPServer({
      logger: false,
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'almanac' && mailbox.passwords.has(password ?? '')
          ? done(null, { user: username })
          : done(new Error('wrong password')),
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('nobody@') ? new Error('unknown mailbox') : undefined),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = envelope;
          const addresses = {
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
          };
          PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
            mailbox.letters.push({ ...addresses, mail });
            done();
          }, done);
        });
      },
    });
    // Clients that disconnect early are not an error of the server.
    server.on('error', () => undefined);
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    if (typeof address !== 'object' || address === null) throw new Error('the mail server has no port');
    const mailbox = new Mailbox(server, address.port);
    return mailbox;
  }

  /** The settings for a service that sends its mail to this server. */
  get environment(): Record<string, string> {
    const trusting = { MAIL_VERIFY_SSL: 'false' };
    return { MAIL_HOST: '127.0.0.1', MAIL_PORT: String(this.port), MAIL_FROM: 'almanac@example.com', ...trusting };
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}
