import { FileUpload, ImageContent, ImageExtension, Nullable, type UploadedFile } from '@almanac/validation';

/** The `image` of a shelf or book: a file sets the cover, null removes it, absence keeps it. */
export function CoverImage(): PropertyDecorator {
  return (target, property) => {
    for (const decorate of [Nullable(), FileUpload(), ImageExtension(), ImageContent()]) decorate(target, property);
  };
}

export type CoverInput = UploadedFile | null;
