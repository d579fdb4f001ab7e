import { both, FileUpload, ImageContent, ImageExtension, Nullable, type UploadedFile } from '@almanac/validation';

/** A field with the file of an image. */
export const ImageFile = (): PropertyDecorator => both(FileUpload(), ImageExtension(), ImageContent());

/** The `image` of a shelf or book: a file sets the cover, null removes it, absence keeps it. */
export const CoverImage = (): PropertyDecorator => both(Nullable(), ImageFile());

export type CoverInput = UploadedFile | null;
