import { both, FileUpload, ImageContent, ImageExtension, Nullable, type UploadedFile } from '@almanac/validation';

/** A field with the file of an image. Documents and messages name the last of these rules first. */
export const ImageFile = (): PropertyDecorator => both(ImageContent(), ImageExtension(), FileUpload());

/** The `image` of a shelf or book: a file sets the cover, null removes it, absence keeps it. */
export const CoverImage = (): PropertyDecorator => both(Nullable(), ImageFile());

export type CoverInput = UploadedFile | null;
