import {
  FileUpload,
  ImageContent,
  ImageExtension,
  MaxLength,
  MinLength,
  OneOf,
  RecordId,
  Required,
  Text,
  type UploadedFile,
  WebAddress,
} from '@almanac/validation';
import { applyDecorators } from '@nestjs/common';

const ImageFile = () => applyDecorators(FileUpload(), ImageExtension(), ImageContent());

export const GALLERY_TYPES = ['gallery', 'drawio'] as const;

export class CreateImageDto {
  @Required()
  @Text()
  @OneOf(...GALLERY_TYPES)
  type!: (typeof GALLERY_TYPES)[number];

  @Required()
  @RecordId()
  uploaded_to!: number;

  @Required()
  @ImageFile()
  image!: UploadedFile;

  /** Defaults to the name of the file. */
  @Text()
  @MaxLength(180)
  name?: string;
}

export class UpdateImageDto {
  @Text()
  @MinLength(1)
  @MaxLength(180)
  name?: string;

  @ImageFile()
  image?: UploadedFile;
}

export class ImageAddressDto {
  @Required()
  @Text()
  @MaxLength(2_000)
  @WebAddress()
  url!: string;
}
