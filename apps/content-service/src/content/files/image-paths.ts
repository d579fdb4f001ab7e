import { imageTypeOfEnding, mediaOf } from '@almanac/validation';

/** Sizes of derived images, also in the names of their folders: a square for overviews, a width for pages (content-behaviour §14). */
export const GALLERY_EDGE = 150;
export const DISPLAY_WIDTH = 1680;

const GALLERY_FOLDER = `thumbs-${GALLERY_EDGE}-${GALLERY_EDGE}`;
const DISPLAY_FOLDER = `scaled-${DISPLAY_WIDTH}-`;
const DERIVED = new RegExp(`/(?:${GALLERY_FOLDER}|${DISPLAY_FOLDER})(/[^/]+)$`);

const IMAGES = 'uploads/images/';
/** The start of every image's path below the base address. */
export const IMAGES_PATH = `/${IMAGES}`;

/** The key in the file store for the path in a record. */
export const keyOf = (path: string): string => path.replace(/^\/+/, '');

/** The path in a record for the key in the file store. */
export const imagePathOf = (key: string): string => `/${key}`;

const beside = (path: string, folder: string): string => path.replace(/\/([^/]+)$/, `/${folder}/$1`);
export const galleryThumb = (path: string): string => beside(path, GALLERY_FOLDER);
export const displayImage = (path: string): string => beside(path, DISPLAY_FOLDER);

/** The key of the uploaded file. It lies outside the folder of images, because everything in that folder is served. */
export const originalKey = (path: string): string => keyOf(path).replace(IMAGES, 'originals/');

/** Keys of the files that may be derived from a stored file, and of its uploaded original. */
export const derivedFileKeys = (key: string): string[] =>
  key.startsWith(IMAGES) ? [galleryThumb(key), displayImage(key), originalKey(key)] : [];

/** The path of the image that a file is derived from, or of the file itself. */
export const originalOf = (path: string): string => path.replace(DERIVED, '$1');

export const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** The media type for serving an image, by its extension; undefined if the key is not that of an image. */
export function imageTypeOf(key: string): string | undefined {
  const type = key.startsWith(IMAGES) ? imageTypeOfEnding(extensionOf(key)) : undefined;
  return type && mediaOf(type);
}
