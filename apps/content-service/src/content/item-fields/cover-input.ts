import { both, Nullable, type UploadedFile } from '@almanac/validation';
import { ImageFile } from '../images/image-input';

/** The `image` of a shelf or book: a file sets the cover, null removes it, absence keeps it. */
export const CoverImage = (): PropertyDecorator => both(Nullable(), ImageFile());

export type CoverInput = UploadedFile | null;
