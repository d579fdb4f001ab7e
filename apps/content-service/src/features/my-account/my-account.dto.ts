import { both, EmailAddress, MaxLength, Required, Text } from '@almanac/validation';
import { NewPasswordDto } from '../../content/accounts/passwords';

const CurrentPassword = () => both(Text(), MaxLength(1_000));

export class ProfileDto {
  @Required()
  @Text()
  @MaxLength(100)
  name!: string;

  @Required()
  @Text()
  @EmailAddress()
  @MaxLength(255)
  email!: string;

  /** Required if the e-mail address changes. */
  @CurrentPassword()
  password_current?: string;
}

export class ChangePasswordDto extends NewPasswordDto {
  @Required()
  @CurrentPassword()
  password_current!: string;
}
