import type { SettingsReader } from '@almanac/config';

/** How to reach the mail server, and who letters come from. */
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
 * Reads `MAIL_HOST` and its companions (content-behaviour §22); undefined when no host is named, for then there is no mail.
 * @param fromName what letters are signed with unless `MAIL_FROM_NAME` says otherwise
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

/** The word `null` means "none" in the environment files that operators bring along. */
function given(s: SettingsReader, name: string): string | undefined {
  const text = s.optional(name);
  return text === 'null' ? undefined : text;
}
