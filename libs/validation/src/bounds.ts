import { isEmail } from 'class-validator';
import { rule } from './rule';

/** Counts characters as people do, not UTF-16 units. */
const lengthOf = (text: string): number => [...text].length;

/** Counts only where the number of UTF-16 units, of which a character has one or two, leaves it open. */
const isLonger = (text: string, limit: number): boolean => text.length > limit && (text.length > limit * 2 || lengthOf(text) > limit);

export function MaxLength(limit: number): PropertyDecorator {
  return maxLength(limit, (text) => text);
}

const EMBEDDED_IMAGE = /data:image\/[a-z\d.+-]{1,20};base64,[a-z\d+/=]*/gi;

/** The same for texts whose embedded images are stored apart and do not count. */
export function MaxLengthWithoutImages(limit: number): PropertyDecorator {
  return maxLength(limit, (text) => (text.length > limit ? text.replace(EMBEDDED_IMAGE, '') : text));
}

function maxLength(limit: number, counted: (text: string) => string): PropertyDecorator {
  return rule('max', (value, label) =>
    typeof value === 'string' && isLonger(counted(value), limit) ? `The ${label} may not be greater than ${limit} characters.` : undefined,
  );
}

/** Refuses an empty text too: on an update, "present but empty" is never what the caller meant. */
export function MinLength(limit: number): PropertyDecorator {
  const complain = (value: unknown, label: string) =>
    typeof value === 'string' && lengthOf(value) < limit ? `The ${label} must be at least ${limit} characters.` : undefined;
  return rule('min', complain, { implicit: true });
}

export function OneOf(...allowed: readonly string[]): PropertyDecorator {
  return rule('in', (value, label) =>
    typeof value === 'string' && allowed.includes(value) ? undefined : `The selected ${label} is invalid.`,
  );
}

export function EmailAddress(): PropertyDecorator {
  return rule('email', (value, label) => (isEmail(value) ? undefined : `The ${label} must be a valid email address.`));
}

/** Letters, digits, dash and underscore. */
export function AlphaDash(): PropertyDecorator {
  return rule('alpha_dash', (value, label) =>
    typeof value === 'string' && /^[\p{L}\p{M}\p{N}_-]+$/u.test(value)
      ? undefined
      : `The ${label} may only contain letters, numbers, dashes and underscores.`,
  );
}

/** Browsers skip control characters and blanks inside the name of a scheme, so they are skipped here too. */
const SKIPPED = /[\p{Cc}\s]/gu;

/** Whether following the link runs nothing (content-behaviour §9): neither `javascript:` nor `data:`, nor the older `vbscript:`. */
export const isSafeLink = (link: string): boolean => !/^(javascript|data|vbscript):/i.test(link.replace(SKIPPED, ''));

export function SafeLink(): PropertyDecorator {
  return rule('safe_url', (value) => (typeof value === 'string' && !isSafeLink(value) ? 'The provided link may not be safe.' : undefined));
}

/** A whole web address, such as `https://example.com/a.png`. */
export function WebAddress(): PropertyDecorator {
  return rule('url', (value, label) =>
    typeof value === 'string' && (!/^[a-z][a-z\d+.-]*:\/\/[^\s/]/i.test(value) || !URL.canParse(value))
      ? `The ${label} format is invalid.`
      : undefined,
  );
}
