import { EmailAddress, MaxLength, Required, Text } from '@almanac/validation';
import { NewPasswordDto } from '../../content/accounts/new-password.dto';

const CurrentPassword: PropertyDecorator = (target, property) =>
  [Text(), MaxLength(1_000)].forEach((rule) => rule(target, property));

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
  @CurrentPassword
  password_current?: string;
}

export class ChangePasswordDto extends NewPasswordDto {
  @Required()
  @CurrentPassword
  password_current!: string;
}
