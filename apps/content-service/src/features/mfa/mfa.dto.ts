import { MaxLength, Required, Text } from '@almanac/validation';

export class CodeDto {
  @Required()
  @Text()
  @MaxLength(50)
  code!: string;
}
