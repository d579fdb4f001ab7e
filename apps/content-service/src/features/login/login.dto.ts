import { MaxLength, Required, Text } from '@almanac/validation';

export class LoginDto {
  @Required()
  @Text()
  @MaxLength(255)
  email!: string;

  @Required()
  @Text()
  @MaxLength(4_096)
  password!: string;
}
