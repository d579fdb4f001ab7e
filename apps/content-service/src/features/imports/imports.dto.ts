import { Explained } from '@almanac/openapi';
import { FileUpload, OneOf, RecordId, Required, Text, type UploadedFile } from '@almanac/validation';

@Explained<CreateImportDto>({
  file: 'The ZIP file',
})
export class CreateImportDto {
  @Required()
  @FileUpload()
  file!: UploadedFile;
}

/** Parent of an imported chapter or page; a book has none. */
@Explained<RunImportDto>({
  parent_type: 'Kind of the parent of a chapter or page',
  parent_id: 'Id of the parent',
})
export class RunImportDto {
  @Required({ hasFallback: true })
  @Text()
  @OneOf('book', 'chapter')
  parent_type!: 'book' | 'chapter';

  @Required({ hasFallback: true })
  @RecordId()
  parent_id!: number;
}
