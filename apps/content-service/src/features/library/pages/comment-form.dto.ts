import { MaxLength, Required, Text } from '@almanac/validation';

const MAX_TEXT = 20_000;

/** A comment as plain text. */
export class CommentFormDto {
  @Required()
  @Text()
  @MaxLength(MAX_TEXT)
  text!: string;
}
