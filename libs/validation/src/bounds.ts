import { isEmail } from 'class-validator';
import { rule } from './rule';

/** Counts characters as people do, not UTF-16 units. */
const lengthOf = (text: string): number => [...text].length;

export function MaxLength(limit: number): PropertyDecorator {
  return rule('max', (value, label) =>
    typeof value === 'string' && lengthOf(value) > limit ? `The ${label} may not be greater than ${limit} characters.` : undefined,
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

/** A link that runs nothing when it is followed (content-behaviour §9): neither `javascript:` nor `data:`. */
export function SafeLink(): PropertyDecorator {
  return rule('safe_url', (value) =>
    typeof value === 'string' && /^(javascript|data):/i.test(value.trim()) ? 'The provided link may not be safe.' : undefined,
  );
}
