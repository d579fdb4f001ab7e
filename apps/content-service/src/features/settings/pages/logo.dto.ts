import { Required, type UploadedFile } from '@almanac/validation';
import { ImageFile } from '../../../content/images/image-input';

export class LogoDto {
  @Required()
  @ImageFile()
  image!: UploadedFile;
}
