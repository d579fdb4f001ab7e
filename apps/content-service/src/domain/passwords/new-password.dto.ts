import { MaxLength, MinLength, Required, rule, Text } from '@almanac/validation';

const SHORTEST = 8;
/** Hashing longer passwords costs the server time, and no user types them. */
const LONGEST = 1_000;

const SameAsPassword = () =>
  rule('same', (value, _label, { password }) => (value === password ? undefined : 'The two passwords are not the same.'));

/** A password that a user chooses, typed twice (content-behaviour §13). */
export class NewPasswordDto {
  @Required()
  @Text()
  @MinLength(SHORTEST)
  @MaxLength(LONGEST)
  password!: string;

  @Required()
  @Text()
  @MaxLength(LONGEST)
  @SameAsPassword()
  password_confirmation!: string;
}
