import { createTransport } from 'nodemailer';
import { type Letter, oneLine, writeLetter } from './letter';
import type { MailSettings } from './mail-settings';

const CONNECTING_MS = 5_000;
const SILENCE_MS = 10_000;
/** Shorter than any caller waits for an answer. */
const WHOLE_LETTER_MS = 15_000;

/** Why a letter did not go out. The sentence names no secrets; what the server said is its cause. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

/** Sends letters through one SMTP server, one connection for each. */
export class Mailer {
  private readonly transport: ReturnType<typeof openTransport> | undefined;

  /** @param totalMs how long one letter may take altogether, in milliseconds */
  constructor(
    settings: MailSettings | undefined,
    private readonly totalMs = WHOLE_LETTER_MS,
  ) {
    this.transport = settings && openTransport(settings);
  }

  /** Whether letters can be sent at all. */
  get configured(): boolean {
    return this.transport !== undefined;
  }

  /**
   * Hands a letter to the mail server, which has accepted it when this resolves.
   * @throws MailError when there is no server, or it is out of reach, too slow, or refuses the letter
   */
  async send({ to, subject, body }: Letter): Promise<void> {
    if (!this.transport) throw new MailError('No mail server is configured');
    for (const part of body) if (typeof part !== 'string') requireWebAddress(part.url);
    const content = writeLetter({ subject, body });
    try {
      await this.transport.sendMail({
        to: { name: oneLine(to.name), address: plainAddress(to.address) },
        subject: oneLine(subject),
        // Holiday notices and the like do not answer what a program wrote.
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...content,
        signal: AbortSignal.timeout(this.totalMs),
      });
    } catch (cause) {
      if (cause instanceof MailError) throw cause;
      throw new MailError('The mail server did not accept the letter', { cause });
    }
  }
}

function openTransport({ host, port, login, from, encryption, verifyCertificate }: MailSettings) {
  const options = {
    host,
    port,
    secure: encryption === 'ssl' || (encryption === 'auto' && port === 465),
    requireTLS: encryption === 'tls',
    tls: { rejectUnauthorized: verifyCertificate },
    auth: login,
    connectionTimeout: CONNECTING_MS,
    greetingTimeout: CONNECTING_MS,
    dnsTimeout: CONNECTING_MS,
    socketTimeout: SILENCE_MS,
    // A letter is made of what it says alone: no text in it can make this machine read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return createTransport(options, { from: { name: oneLine(from.name), address: from.address } });
}

/** One mailbox and nothing that an SMTP command or a header could take for more. */
function plainAddress(address: string): string {
  if (/[\p{Cc}\p{Z}<>,;]/u.test(address) || !address.includes('@')) throw new MailError('Not an address that letters can be sent to');
  return address;
}

function requireWebAddress(url: string): void {
  if (!/^https?:\/\//.test(url)) throw new MailError('Links in letters start with http: or https:');
}
