import { Nullable, RecordId, Required, Text, YesNo } from '@almanac/validation';

export class CreateCommentDto {
  @Required()
  @RecordId()
  page_id!: number;

  /** The local id of the comment that is answered. */
  @Nullable()
  @RecordId()
  reply_to?: number | null;

  @Required()
  @Text()
  html!: string;

  @Text()
  content_ref?: string;
}

export class UpdateCommentDto {
  @Text()
  html?: string;

  @YesNo()
  archived?: boolean;
}
