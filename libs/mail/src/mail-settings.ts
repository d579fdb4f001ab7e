import type { Form, SettingsReader } from '@almanac/runtime';

/** The mail server and the sender of letters. */
export interface MailSettings {
  host: string;
  port: number;
  login: { user: string; pass: string } | undefined;
  from: { name: string; address: string };
  /** `ssl`: encrypted from the start; `tls`: STARTTLS or nothing; `auto`: STARTTLS where the server offers it, and `ssl` on port 465. */
  encryption: 'auto' | 'tls' | 'ssl';
  /** Whether the server's certificate must be valid for its name. */
  verifyCertificate: boolean;
}

const ADDRESS: Form = { pattern: /^(?:null|[^\s@<>,;:"]+@[^\s@<>,;:"]+)$/, complaint: 'must be an e-mail address' };
const SERVER: Form = { pattern: /^[0-9A-Za-z.:_-]+$/, complaint: 'must be the name or the address of a server' };
const DEFAULT_PORT = 587;

/**
 * Reads `MAIL_HOST` and the other `MAIL_…` settings (content-behaviour §22); undefined without a host, which means no mail.
 * @param fromName default of `MAIL_FROM_NAME`, the name of the sender
 */
export function readMailSettings(s: SettingsReader, { fromName }: { fromName: string }): MailSettings | undefined {
  const host = optionalText(s, 'MAIL_HOST', SERVER);
  const port = s.integer('MAIL_PORT', DEFAULT_PORT, { min: 1, max: 65_535 });
  const user = optionalText(s, 'MAIL_USERNAME');
  const pass = optionalText(s, 'MAIL_PASSWORD');
  const from = s.optional('MAIL_FROM', ADDRESS);
  const name = s.text('MAIL_FROM_NAME', fromName);
  const encryption = s.oneOf('MAIL_ENCRYPTION', ['auto', 'tls', 'ssl', 'null'], 'auto');
  const verifyCertificate = s.flag('MAIL_VERIFY_SSL', true);
  if (host === undefined) return undefined;
  if (!s.isSet('MAIL_FROM') || from === 'null') s.faults.push('MAIL_FROM is required with MAIL_HOST');
  if (user === undefined && pass !== undefined) s.faults.push('MAIL_USERNAME is required with MAIL_PASSWORD');
  if (user !== undefined && pass === undefined) s.faults.push('MAIL_PASSWORD is required with MAIL_USERNAME');
  return {
    host,
    port,
    login: user === undefined ? undefined : { user, pass: pass ?? '' },
    from: { name, address: from ?? '' },
    encryption: encryption === 'null' ? 'auto' : encryption,
    verifyCertificate,
  };
}

/** In existing environment files of operators, the word `null` means "not set". */
function optionalText(s: SettingsReader, name: string, form?: Form): string | undefined {
  const text = s.optional(name, form);
  return text === 'null' ? undefined : text;
}
