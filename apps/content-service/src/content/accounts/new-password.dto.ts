import { MaxLength, MinLength, Required, rule, Text } from '@almanac/validation';

const SHORTEST = 8;
/** Hashing longer passwords costs the server time, and no user types them. */
const MAX_LENGTH = 1_000;

const SameAsPassword = () =>
  rule('same', (value, _label, { password }) =>
    value === password ? undefined : 'The two passwords are not the same.',
  );

/** A password that a user chooses, typed twice (content-behaviour §13). */
export class NewPasswordDto {
  @Required()
  @Text()
  @MinLength(SHORTEST)
  @MaxLength(MAX_LENGTH)
  password!: string;

  @Required()
  @Text()
  @MaxLength(MAX_LENGTH)
  @SameAsPassword()
  password_confirmation!: string;
}
