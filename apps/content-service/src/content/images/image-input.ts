import { both, FileUpload, ImageContent, ImageExtension, Nullable, type UploadedFile } from '@almanac/validation';
import { randomText } from '../slugs/random-text';
import { slugify } from '../slugs/slugify';

/** A field with the file of an image. Documents and messages name the last of these rules first. */
export const ImageFile = (): PropertyDecorator => both(ImageContent(), ImageExtension(), FileUpload());

/** The `image` of a shelf or book: a file sets the cover, null removes it, absence keeps it. */
export const CoverImage = (): PropertyDecorator => both(Nullable(), ImageFile());

/** The cover of another item, with its bytes. */
export interface CopiedCover extends Pick<UploadedFile, 'path' | 'originalName' | 'extension'> {
  readonly content: Buffer;
}

export type CoverInput = UploadedFile | CopiedCover | null;

const RANDOM_NAME_LENGTH = 10;

/**
 * `My Photo.v2.PNG` is stored as `my-photo-v2.PNG`; a name without a usable character becomes a random one (content-behaviour §14).
 * @param extension in lower case
 */
export function imageFileName(originalName: string, extension: string): string {
  const base = originalName.replace(/\.[^.]*$/, '').replaceAll(/[ .]/g, '-');
  const written = /\.([^.]*)$/.exec(originalName)?.[1] ?? '';
  const ending = written.toLowerCase() === extension ? written : extension;
  return `${slugify(base).slice(0, 150) || randomText(RANDOM_NAME_LENGTH)}.${ending}`;
}
