import { traced } from '@almanac/observability';
import { callsOutside } from '@almanac/runtime';
import { createTransport } from 'nodemailer';
import type { MailSettings } from './mail-settings';

const CONNECTING_MS = 5_000;
const SILENCE_MS = 10_000;
/** Shorter than any caller's time-out. */
const WHOLE_LETTER_MS = 15_000;

/** Why a letter was not sent. The message contains no secrets; the server's reply is its cause. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

/** Sends letters through one SMTP server, one connection for each. */
export class Mailer {
  private readonly transport: ReturnType<typeof openTransport> | undefined;

  /** @param totalMs time limit of one letter, in milliseconds */
  constructor(
    settings: MailSettings | undefined,
    private readonly totalMs = WHOLE_LETTER_MS,
  ) {
    this.transport = settings && openTransport(settings);
  }

  /** Whether a mail server is configured. */
  get configured(): boolean {
    return this.transport !== undefined;
  }

  /**
   * Sends a letter to the mail server. Resolves when the server has accepted it.
   * @throws MailError when no server is configured, or it is unreachable, too slow, or refuses the letter
   */
  async send({ to, subject, body }: Letter): Promise<void> {
    callsOutside('a letter');
    const { transport } = this;
    if (!transport) throw new MailError('No mail server is configured');
    for (const part of body) if (typeof part !== 'string') requireWebAddress(part.url);
    const content = writeLetter({ subject, body });
    try {
      const message = {
        to: { name: oneLine(to.name), address: plainAddress(to.address) },
        subject: oneLine(subject),
        // Prevents automatic replies, such as holiday notices (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...content,
        signal: AbortSignal.timeout(this.totalMs),
      };
      await traced('mail', () => transport.sendMail(message), { kind: 'client' });
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
    // No text in a letter may make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return createTransport(options, { from: { name: oneLine(from.name), address: from.address } });
}

/** Refuses addresses that an SMTP command or a header could read as more than one mailbox. */
function plainAddress(address: string): string {
  if (/[\p{Cc}\p{Z}<>,;]/u.test(address) || !address.includes('@'))
    throw new MailError('Not an address that letters can be sent to');
  return address;
}

function requireWebAddress(url: string): void {
  if (!/^https?:\/\//.test(url)) throw new MailError('Links in letters start with http: or https:');
}

interface MailLink {
  label: string;
  /** Absolute, http or https. */
  url: string;
}

export interface Letter {
  to: { name: string; address: string };
  subject: string;
  /** Paragraphs in their order. A link is a paragraph of its own. */
  body: readonly (string | MailLink)[];
}

/** Text for one line of a header or a letter. Line breaks, e.g. in a user's name, become spaces. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** The letter's body as plain text and as HTML, with the same words. */
function writeLetter({ subject, body }: Pick<Letter, 'subject' | 'body'>): { text: string; html: string } {
  const html = body
    .map((part) => (typeof part === 'string' ? paragraph(escaped(part)) : paragraph(anchor(part))))
    .join('\n');
  return {
    text: `${body.map((part) => (typeof part === 'string' ? oneLine(part) : `${oneLine(part.label)}:\n${part.url}`)).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
${html}
</body>
</html>
`,
  };
}

const paragraph = (html: string): string => `<p>${html}</p>`;

// The address is shown too, so that readers can check it, or copy it where links do not work.
const anchor = ({ label, url }: MailLink): string =>
  `<a href="${escaped(url)}">${escaped(label)}</a><br><small>${escaped(url)}</small>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string =>
  oneLine(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
