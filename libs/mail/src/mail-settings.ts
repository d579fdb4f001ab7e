import type { SettingsReader } from '@almanac/config';

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

const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/;
const DEFAULT_PORT = 587;

/**
 * Reads `MAIL_HOST` and the other `MAIL_…` settings (content-behaviour §22); undefined without a host, which means no mail.
 * @param fromName default of `MAIL_FROM_NAME`, the name of the sender
 */
export function readMailSettings(s: SettingsReader, { fromName }: { fromName: string }): MailSettings | undefined {
  const host = given(s, 'MAIL_HOST');
  if (host === undefined) return undefined;
  const from = s.matching('MAIL_FROM', ADDRESS, 'must be an e-mail address');
  if (from === undefined) s.faults.push('MAIL_FROM is required with MAIL_HOST');
  const user = given(s, 'MAIL_USERNAME');
  const encryption = s.oneOf('MAIL_ENCRYPTION', ['auto', 'tls', 'ssl', 'null'], 'auto');
  return {
    host,
    port: s.integer('MAIL_PORT', DEFAULT_PORT, { min: 1, max: 65_535 }),
    login: user === undefined ? undefined : { user, pass: given(s, 'MAIL_PASSWORD') ?? '' },
    from: { name: s.text('MAIL_FROM_NAME', fromName), address: from ?? '' },
    encryption: encryption === 'null' ? 'auto' : encryption,
    verifyCertificate: s.flag('MAIL_VERIFY_SSL', true),
  };
}

/** In existing environment files of operators, the word `null` means "not set". */
function given(s: SettingsReader, name: string): string | undefined {
  const text = s.optional(name);
  return text === 'null' ? undefined : text;
}
