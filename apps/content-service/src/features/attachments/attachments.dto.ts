import { Explained } from '@almanac/openapi';
import {
  Documented,
  Exists,
  FileUpload,
  MaxLength,
  MinLength,
  RecordId,
  Required,
  RequiredWithout,
  SafeLink,
  Text,
  type UploadedFile,
} from '@almanac/validation';

@Explained<CreateAttachmentDto>({
  name: 'Name of the attachment',
  uploaded_to: 'Id of the page',
  file: 'The file',
  link: 'Address of the link',
})
export class CreateAttachmentDto {
  @Required()
  @Text()
  @MinLength(1)
  @MaxLength(255)
  name!: string;

  @Required()
  @RecordId()
  @Exists('pages')
  uploaded_to!: number;

  @RequiredWithout('link')
  @FileUpload()
  file?: UploadedFile;

  @RequiredWithout('file')
  @Text()
  // An empty text counts as absent, so that `RequiredWithout` refuses it. Forms send one beside a file.
  @Documented('min:1')
  @MaxLength(2000)
  @SafeLink()
  link?: string;
}

/** Missing fields stay unchanged. */
@Explained<UpdateAttachmentDto>({
  name: 'Name of the attachment',
  uploaded_to: 'Id of the page',
  file: 'The file',
  link: 'Address of the link',
})
export class UpdateAttachmentDto {
  @Text()
  @MinLength(1)
  @MaxLength(255)
  name?: string;

  @RecordId()
  @Exists('pages')
  uploaded_to?: number;

  @FileUpload()
  file?: UploadedFile;

  @Text()
  @MinLength(1)
  @MaxLength(2000)
  @SafeLink()
  link?: string;
}
