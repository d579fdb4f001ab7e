import { FileUpload, OneOf, RecordId, Required, Text, type UploadedFile } from '@almanac/validation';

export class CreateImportDto {
  @Required()
  @FileUpload()
  file!: UploadedFile;
}

/** Where a chapter or page goes; a book goes nowhere. */
export class RunImportDto {
  @Required()
  @Text()
  @OneOf('book', 'chapter')
  parent_type!: 'book' | 'chapter';

  @Required()
  @RecordId()
  parent_id!: number;
}
