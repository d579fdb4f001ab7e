import { MaxLength, MinLength, Required, rule, Text } from '@almanac/validation';

const SHORTEST = 8;
/** Nobody types more; hashing it costs the server. */
const LONGEST = 1_000;

const SameAsPassword = () =>
  rule('same', (value, _label, { password }) => (value === password ? undefined : 'The two passwords are not the same.'));

/** A password that somebody chooses, typed twice (content-behaviour §13). */
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
