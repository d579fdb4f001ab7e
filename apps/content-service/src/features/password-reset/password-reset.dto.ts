import { EmailAddress, MaxLength, Required, Text } from '@almanac/validation';

export class ResetRequestDto {
  @Required()
  @Text()
  @EmailAddress()
  @MaxLength(255)
  email!: string;
}
