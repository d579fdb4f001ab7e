import { Explained } from '@almanac/openapi';
import { FileUpload, Required, type UploadedFile } from '@almanac/validation';

@Explained<CreateImportDto>({
  file: 'The ZIP file',
})
export class CreateImportDto {
  @Required()
  @FileUpload()
  file!: UploadedFile;
}
