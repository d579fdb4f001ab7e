import { both, FileUpload, ImageContent, ImageExtension } from '@almanac/validation';

/** A field with the file of an image. */
export const ImageFile = (): PropertyDecorator => both(FileUpload(), ImageExtension(), ImageContent());
