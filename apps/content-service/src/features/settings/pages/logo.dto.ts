import { FileUpload, ImageContent, ImageExtension, Required, type UploadedFile } from '@almanac/validation';

export class LogoDto {
  @Required()
  @FileUpload()
  @ImageExtension()
  @ImageContent()
  image!: UploadedFile;
}
