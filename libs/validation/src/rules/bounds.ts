import { isEmail } from 'class-validator';
import { both, rule } from './rule';
import { Documented, isPlainObject, Takes } from './takes';

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

export function MaxLength(limit: number): PropertyDecorator {
  return both(
    Takes({ maxLength: limit }),
    maxLength(limit, (text) => text),
  );
}

const EMBEDDED_IMAGE = /data:image\/[a-z\d.+-]{1,20};base64,[a-z\d+/=]*/gi;

/** For texts whose embedded images are stored separately and do not count. */
export function MaxLengthWithoutImages(limit: number): PropertyDecorator {
  return maxLength(limit, (text) => (text.length > limit ? text.replace(EMBEDDED_IMAGE, '') : text));
}

function maxLength(limit: number, counted: (text: string) => string): PropertyDecorator {
  return both(
    Documented(`max:${limit}`),
    rule('max', (value, label) => {
      const exceeds = typeof value === 'string' ? isLonger(counted(value), limit) : (sizeOf(value) ?? 0) > limit;
      return exceeds ? `The ${label} may not be greater than ${limit} characters.` : undefined;
    }),
  );
}

/** Refuses an empty text too, because in an update a caller never intends an empty value. */
export function MinLength(limit: number): PropertyDecorator {
  const complain = (value: unknown, label: string) =>
    (sizeOf(value) ?? limit) < limit ? `The ${label} must be at least ${limit} characters.` : undefined;
  return both(Documented(`min:${limit}`), Takes({ minLength: limit }), rule('min', complain, { implicit: true }));
}

export function OneOf(...allowed: readonly string[]): PropertyDecorator {
  return both(
    Documented(`in:${allowed.join(',')}`),
    Takes({ type: 'string', enum: allowed }),
    rule('in', (value, label) =>
      typeof value === 'string' && allowed.includes(value) ? undefined : `The selected ${label} is invalid.`,
    ),
  );
}

/** Mail servers of a local network have hosts without a dot, and domains of one letter exist. */
const EMAIL_HOSTS = { require_tld: false, allow_ip_domain: true };

export function EmailAddress(): PropertyDecorator {
  return both(
    Documented('email'),
    Takes({ format: 'email' }),
    rule('email', (value, label) =>
      isEmail(value, EMAIL_HOSTS) ? undefined : `The ${label} must be a valid email address.`,
    ),
  );
}

const ALPHA_DASH = /^[\p{L}\p{M}\p{N}_-]+$/u;

/** Letters, digits, dash and underscore. */
export function AlphaDash(): PropertyDecorator {
  return both(
    Documented('alpha_dash'),
    // Looser than the rule: some programs read patterns without the classes of Unicode.
    Takes({ pattern: String.raw`^\S+$` }),
    rule('alpha_dash', (value, label) =>
      (typeof value === 'string' || typeof value === 'number') && ALPHA_DASH.test(String(value))
        ? undefined
        : `The ${label} may only contain letters, numbers, dashes and underscores.`,
    ),
  );
}

/** Browsers skip control characters and blanks inside the name of a scheme, so they are skipped here too. */
const SKIPPED = /[\p{Cc}\s]/gu;

/** Whether the link cannot run code (content-behaviour §9): its scheme is not `javascript:`, `data:` or `vbscript:`. */
export const isSafeLink = (link: string): boolean => !/^(javascript|data|vbscript):/i.test(link.replace(SKIPPED, ''));

export function SafeLink(): PropertyDecorator {
  return both(
    Documented('safe_url'),
    rule('safe_url', (value) =>
      typeof value === 'string' && !isSafeLink(value) ? 'The provided link may not be safe.' : undefined,
    ),
  );
}

/** An absolute URL, such as `https://example.com/a.png`. */
export function WebAddress(): PropertyDecorator {
  return both(
    Documented('url'),
    Takes({ format: 'uri' }),
    rule('url', (value, label) =>
      typeof value === 'string' && (!/^[a-z][a-z\d+.-]*:\/\/[^\s/]/i.test(value) || !URL.canParse(value))
        ? `The ${label} format is invalid.`
        : undefined,
    ),
  );
}
