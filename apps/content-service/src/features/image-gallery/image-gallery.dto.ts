import { Explained } from '@almanac/openapi';
import {
  Documented,
  MaxLength,
  MinLength,
  OneOf,
  RecordId,
  Required,
  Text,
  type UploadedFile,
  WebAddress,
} from '@almanac/validation';
import { ImageFile } from '../../content/images/image-input';

const GALLERY_TYPES = ['gallery', 'drawio'] as const;

@Explained<CreateImageDto>({
  type: 'Picture or drawing',
  uploaded_to: 'Id of the page',
  image: 'The image',
  name: 'Name of the image; by default that of the file',
})
export class CreateImageDto {
  @Required()
  @Text()
  @OneOf(...GALLERY_TYPES)
  type!: (typeof GALLERY_TYPES)[number];

  @Required()
  @RecordId()
  // Refused with 404, as in the reference (content-behaviour §14).
  @Documented('exists:pages,id')
  uploaded_to!: number;

  @Required()
  @ImageFile()
  image!: UploadedFile;

  @Text()
  @MaxLength(180)
  name?: string;
}

@Explained<UpdateImageDto>({
  name: 'Name of the image',
  image: 'The new image',
})
export class UpdateImageDto {
  @Text()
  @MinLength(1)
  @MaxLength(180)
  name?: string;

  @ImageFile()
  image?: UploadedFile;
}

@Explained<ImageAddressDto>({
  url: 'Address of the image',
})
export class ImageAddressDto {
  @Required()
  @Text()
  @MaxLength(2_000)
  @WebAddress()
  url!: string;
}
