import { MaxLength, Required, Text, YesNo } from '@almanac/validation';

const MAX_TEXT = 20_000;

/** A comment as plain text. */
export class CommentFormDto {
  @Required()
  @Text()
  @MaxLength(MAX_TEXT)
  text!: string;
}

/** The wanted state, so that a form that is sent twice does not undo itself. */
export class ArchiveFormDto {
  @Required()
  @YesNo()
  archived!: boolean;
}
