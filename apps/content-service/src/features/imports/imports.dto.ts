import { FileUpload, OneOf, RecordId, Required, Text, type UploadedFile } from '@almanac/validation';

export class CreateImportDto {
  @Required()
  @FileUpload()
  file!: UploadedFile;
}

/** Parent of an imported chapter or page; a book has none. */
export class RunImportDto {
  @Required()
  @Text()
  @OneOf('book', 'chapter')
  parent_type!: 'book' | 'chapter';

  @Required()
  @RecordId()
  parent_id!: number;
}
