import { MaxLength, Nullable, RecordId, Required, Text, YesNo } from '@almanac/validation';

const MAX_TEXT = 50_000;

export class CreateCommentDto {
  @Required()
  @RecordId()
  page_id!: number;

  /** The local id of the comment to reply to. */
  @Nullable()
  @RecordId()
  reply_to?: number | null;

  @Required()
  @Text()
  @MaxLength(MAX_TEXT)
  html!: string;

  @Text()
  @MaxLength(2_000)
  content_ref?: string;
}

export class UpdateCommentDto {
  @Text()
  @MaxLength(MAX_TEXT)
  html?: string;

  @YesNo()
  archived?: boolean;
}
