import { MaxLength, Required, Text } from '@almanac/validation';

export class CodeDto {
  @Required()
  @Text()
  @MaxLength(50)
  code!: string;
}

export class CurrentPasswordDto {
  @Required()
  @Text()
  @MaxLength(1_000)
  password_current!: string;
}
