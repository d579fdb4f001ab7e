import { isEmail } from 'class-validator';
import { documentedRule } from './rule';
import { isPlainObject, type Members } from './takes';

/** Counts code points, not UTF-16 units. */
const lengthOf = (text: string): number => [...text].length;

/** Counts code points only when needed: each has one or two UTF-16 units, so the length of the text often decides. */
const isLonger = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > limit * 2 || lengthOf(text) > limit);

/** The reference measures values of a wrong type too: items of a list, digits of a number, nothing for null. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return lengthOf(value);
  if (typeof value === 'number') return String(value).length;
  if (value === null || typeof value === 'boolean') return value === true ? 1 : 0;
  if (Array.isArray(value)) return value.length;
  return isPlainObject(value) ? Object.keys(value).length : undefined;
}

export const MaxLength = (limit: number): PropertyDecorator => maxLength(limit, { maxLength: limit }, (text) => text);

const EMBEDDED_IMAGE = /data:image\/[a-z\d.+-]{1,20};base64,[a-z\d+/=]*/gi;

/** For texts whose embedded images are stored separately and do not count. */
export const MaxLengthWithoutImages = (limit: number): PropertyDecorator =>
  maxLength(limit, {}, (text) => (text.length > limit ? text.replace(EMBEDDED_IMAGE, '') : text));

const maxLength = (limit: number, schema: Members, counted: (text: string) => string): PropertyDecorator =>
  documentedRule(`max:${limit}`, schema, (value, label) => {
    const exceeds = typeof value === 'string' ? isLonger(counted(value), limit) : (sizeOf(value) ?? 0) > limit;
    return exceeds ? `The ${label} may not be greater than ${limit} characters.` : undefined;
  });

/** Refuses an empty text too, because in an update a caller never intends an empty value. */
export function MinLength(limit: number): PropertyDecorator {
  const complain = (value: unknown, label: string) =>
    (sizeOf(value) ?? limit) < limit ? `The ${label} must be at least ${limit} characters.` : undefined;
  return documentedRule(`min:${limit}`, { minLength: limit }, complain, { implicit: true });
}

export const OneOf = (...allowed: readonly string[]): PropertyDecorator =>
  documentedRule(`in:${allowed.join(',')}`, { type: 'string', enum: allowed }, (value, label) =>
    typeof value === 'string' && allowed.includes(value) ? undefined : `The selected ${label} is invalid.`,
  );

/** Mail servers of a local network have hosts without a dot, and domains of one letter exist. */
const EMAIL_HOSTS = { require_tld: false, allow_ip_domain: true };

export const EmailAddress = (): PropertyDecorator =>
  documentedRule('email', { format: 'email' }, (value, label) =>
    isEmail(value, EMAIL_HOSTS) ? undefined : `The ${label} must be a valid email address.`,
  );

const ALPHA_DASH = /^[\p{L}\p{M}\p{N}_-]+$/u;

/** Letters, digits, dash and underscore. The pattern of the schema is looser: some programs read patterns without the classes of Unicode. */
export const AlphaDash = (): PropertyDecorator =>
  documentedRule('alpha_dash', { pattern: String.raw`^\S+$` }, (value, label) =>
    (typeof value === 'string' || typeof value === 'number') && ALPHA_DASH.test(String(value))
      ? undefined
      : `The ${label} may only contain letters, numbers, dashes and underscores.`,
  );

/** Browsers skip control characters and blanks inside the name of a scheme, so they are skipped here too. */
const SKIPPED = /[\p{Cc}\s]/gu;

/** Whether the link cannot run code (content-behaviour §9): its scheme is not `javascript:`, `data:` or `vbscript:`. */
export const isSafeLink = (link: string): boolean => !/^(javascript|data|vbscript):/i.test(link.replace(SKIPPED, ''));

export const SafeLink = (): PropertyDecorator =>
  documentedRule('safe_url', {}, (value) =>
    typeof value === 'string' && !isSafeLink(value) ? 'The provided link may not be safe.' : undefined,
  );

/** An absolute URL, such as `https://example.com/a.png`. */
export const WebAddress = (): PropertyDecorator =>
  documentedRule('url', { format: 'uri' }, (value, label) =>
    typeof value === 'string' && (!/^[a-z][a-z\d+.-]*:\/\/[^\s/]/i.test(value) || !URL.canParse(value))
      ? `The ${label} format is invalid.`
      : undefined,
  );
