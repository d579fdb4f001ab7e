import { MaxLength, MinLength, Nullable, Required, rule, Text } from '@almanac/validation';
import { TOKEN_SCOPES } from './token-scopes';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day of the calendar as `YYYY-MM-DD`. */
const isDay = (value: unknown): boolean => {
  if (typeof value !== 'string' || !DAY.test(value) || value.startsWith('0000')) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
};

function Day(): PropertyDecorator {
  return rule('type', (value, label) => (isDay(value) ? undefined : `The ${label} does not match the format Y-m-d.`));
}

function Scopes(): PropertyDecorator {
  return rule('type', (value, label) => {
    if (!Array.isArray(value)) return `The ${label} must be an array.`;
    // Would reach nothing at all; who means "everything" says null.
    if (value.length === 0) return `The ${label} must have at least 1 items.`;
    const odd = value.findIndex((scope) => typeof scope !== 'string' || !TOKEN_SCOPES.includes(scope));
    return odd < 0 ? undefined : `The selected ${label}.${odd} is invalid.`;
  });
}

/** Rules of content-behaviour §1.3; `scopes` is an addition. */
abstract class TokenInput {
  @Nullable()
  @Day()
  expires_at?: string | null;

  @Nullable()
  @Scopes()
  scopes?: string[] | null;
}

export class CreateTokenDto extends TokenInput {
  @Required()
  @Text()
  @MaxLength(250)
  name!: string;
}

export class UpdateTokenDto extends TokenInput {
  @Text()
  @MinLength(1)
  @MaxLength(250)
  name?: string;
}
