import { Explained } from '@almanac/openapi';
import {
  both,
  Day,
  Documented,
  DocumentedItems,
  MaxLength,
  MinLength,
  Names,
  Nullable,
  NullIsAbsent,
  Required,
  rule,
  Takes,
  Text,
} from '@almanac/validation';
import { TOKEN_SCOPES } from './authentication/token-scopes';

/** `read`, `write` or names of permissions, in any letter case. */
function Scopes(): PropertyDecorator {
  return both(
    Documented('min:1'),
    DocumentedItems(`in:${TOKEN_SCOPES.join(',')}`),
    Names(),
    Takes({ items: { type: 'string', enum: TOKEN_SCOPES }, minItems: 1 }),
    rule('in', (value, label) => {
      if (!Array.isArray(value)) return undefined;
      // An empty list would allow nothing; a token without limits has null.
      if (value.length === 0) return `The ${label} must have at least 1 items.`;
      const odd = value.findIndex((scope) => typeof scope !== 'string' || !TOKEN_SCOPES.includes(scope));
      return odd < 0 ? undefined : `The selected ${label}.${odd} is invalid.`;
    }),
  );
}

/** Rules of content-behaviour §1.3; `scopes` is an addition. */
@Explained<TokenInput>({
  expires_at: 'Last day of the token',
  scopes: '`read`, `write` or names of permissions; null for all permissions of the user',
})
abstract class TokenInput {
  @Nullable()
  @Day()
  expires_at?: string | null;

  @Nullable()
  @Scopes()
  scopes?: string[] | null;
}

@Explained<CreateTokenDto>({
  name: 'Name of the token',
})
export class CreateTokenDto extends TokenInput {
  @Required()
  @Text()
  @MaxLength(250)
  name!: string;
}

@Explained<UpdateTokenDto>({
  name: 'Name of the token',
})
export class UpdateTokenDto extends TokenInput {
  @NullIsAbsent()
  @Text()
  @MinLength(1)
  @MaxLength(250)
  name?: string;
}
