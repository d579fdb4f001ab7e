import { Explained } from '@almanac/openapi';
import { MaxLength, Nullable, RecordId, Required, Text, YesNo } from '@almanac/validation';

const MAX_TEXT = 50_000;

@Explained<CreateCommentDto>({
  page_id: 'Id of the page',
  reply_to: 'The `local_id` of the comment to reply to',
  html: 'Text of the comment as HTML',
  content_ref: 'The part of the page that the comment is about',
})
export class CreateCommentDto {
  @Required()
  @RecordId()
  page_id!: number;

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

@Explained<UpdateCommentDto>({
  html: 'Text of the comment as HTML',
  archived: 'Archives the comment and its replies',
})
export class UpdateCommentDto {
  @Text()
  @MaxLength(MAX_TEXT)
  html?: string;

  @YesNo()
  archived?: boolean;
}
