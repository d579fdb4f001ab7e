import { type AttributeValue, text } from './attribute-values';

const PARTS = /^(?:([a-z\d.+-]+):)?(?:\/\/([^/?#"<>]*))?([^?#"<>]*)(\?[^#"<>]*)?(#[^"<>]*)?/i;
const PERCENT = /%([\da-f]{2})?/gi;
const UNRESERVED = /[\w.~-]/;
const DEFAULT_PORTS: Record<string, string> = { http: ':80', https: ':443' };

/** The address of a link. */
export const link = address('http https mailto ftp nntp news tel file');
/** The address of an image, or of sound or film. */
export const media = address('http https ftp');

/** Addresses with one of these schemes or none, printed as the reference prints them. */
function address(schemes: string): AttributeValue {
  const allowed = new Set(schemes.split(' '));
  return (value) => {
    const [, given, host, path = '', query = '', fragment = ''] = PARTS.exec(normalised(text(value) ?? '')) ?? [];
    const scheme = given?.toLowerCase();
    if (scheme !== undefined && !allowed.has(scheme)) return undefined;
    const start = scheme === undefined ? '' : `${scheme}:`;
    if (scheme === 'tel') return `tel:${dialled(path)}`;
    return `${start}${host === undefined ? '' : `//${site(host, scheme ?? '')}`}${path}${query}${fragment}`;
  };
}

/** Percent-encoded letters and digits become plain, other codes upper case. A percent sign without a code is encoded. */
const normalised = (value: string) =>
  value.replace(PERCENT, (code, digits?: string) => {
    if (digits === undefined) return '%25';
    const plain = String.fromCharCode(parseInt(digits, 16));
    return UNRESERVED.test(plain) ? plain : code.toUpperCase();
  });

/** Web addresses lose the name and password of a user, and the port that their scheme implies. */
function site(host: string, scheme: string): string {
  const port = DEFAULT_PORTS[scheme];
  if (port === undefined) return host;
  const named = host.slice(host.lastIndexOf('@') + 1);
  return named.endsWith(port) ? named.slice(0, -port.length) : named;
}

/** The digits of a telephone number, its leading `+`, and `x` before an extension. */
const dialled = (number: string) =>
  number
    .replace(/%[\dA-F]{2}/g, ' ')
    .replaceAll('X', 'x')
    .replace(/(?!^\+)[^\dx]/g, '');
