/** The printed form of an attribute's value, as the reference prints it; undefined when the attribute is left out. */
export type AttributeValue = (value: string) => string | undefined;

const withoutLines = (value: string) => value.replace(/[\n\t\r]/g, ' ').trim();

export const text: AttributeValue = withoutLines;

export function oneOf(words: string): AttributeValue {
  const allowed = new Set(words.split(' '));
  return (value) => {
    const word = value.trim().toLowerCase();
    return allowed.has(word) ? word : undefined;
  };
}

/** A flag has no value, or its own name. */
export const flag = (name: string): AttributeValue => {
  return (value) => (value === '' || value.toLowerCase() === name ? '' : undefined);
};

export const wholeNumber: AttributeValue = (value) => /^\s*\+?(-?\d+)\s*$/.exec(value)?.[1];

export const positive: AttributeValue = (value) => (Number(wholeNumber(value)) > 0 ? wholeNumber(value) : undefined);

/** Whole pixels, without the unit. */
export const pixels: AttributeValue = (value) => {
  const [, sign, digits] = /^\s*([+-]?)(\d+)(?:\.\d*)?(?:px)?\s*$/.exec(value) ?? [];
  if (digits === undefined) return undefined;
  return sign === '-' ? '0' : digits.replace(/^0+(?=\d)/, '');
};

/** Whole pixels, or a percentage of at most 100. */
export const length: AttributeValue = (value) => {
  const trimmed = value.trim();
  if (!trimmed.endsWith('%')) return pixels(trimmed);
  const number = trimmed.slice(0, -1);
  const whole = number.endsWith('px') ? undefined : pixels(number);
  return whole && `${Math.min(Number(whole), 100)}%`;
};

export const classes: AttributeValue = (value) => {
  const names = new Set(value.split(/\s+/).filter((name) => name !== ''));
  return names.size > 0 ? [...names].join(' ') : undefined;
};

/** A language with its subtags, e.g. `de-at`. */
export const language: AttributeValue = (value) =>
  /^(?:[a-z]{2,3}|[xi])(?:-(?:[a-z\d]{2,8}|x)(?:-[a-z\d]{1,8})*)?$/i.test(value.trim())
    ? value.trim().toLowerCase()
    : undefined;

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
    const [, prefix, host, path = '', query = '', fragment = ''] = PARTS.exec(normalised(text(value) ?? '')) ?? [];
    const scheme = prefix?.toLowerCase();
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
