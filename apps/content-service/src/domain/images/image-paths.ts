/** Widths in the folders of derived images: a square for overviews, and one for pages (content-behaviour §14). */
export const GALLERY_EDGE = 150;
export const DISPLAY_WIDTH = 1680;

const GALLERY_FOLDER = `thumbs-${GALLERY_EDGE}-${GALLERY_EDGE}`;
const DISPLAY_FOLDER = `scaled-${DISPLAY_WIDTH}-`;
const DERIVED = new RegExp(`/(?:${GALLERY_FOLDER}|${DISPLAY_FOLDER})(/[^/]+)$`);

const IMAGES = 'uploads/images/';
/** What addresses of images have below the base address. */
export const IMAGES_PATH = `/${IMAGES}`;
const TYPES: Record<string, string> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp', avif: 'image/avif' }; // prettier-ignore

/** The key in the file store of a path as records show it. */
export const keyOf = (path: string): string => path.replace(/^\/+/, '');

const beside = (path: string, folder: string): string => path.replace(/\/([^/]+)$/, `/${folder}/$1`);
export const galleryThumb = (path: string): string => beside(path, GALLERY_FOLDER);
export const displayImage = (path: string): string => beside(path, DISPLAY_FOLDER);

/** Where an image is kept as it was uploaded. Outside of the folder of images, from which everything is served. */
export const originalKey = (path: string): string => keyOf(path).replace(IMAGES, 'originals/');

/** What may have been made of a stored file, and what it was made of. */
export const derivedKeys = (key: string): string[] =>
  key.startsWith(IMAGES) ? [galleryThumb(key), displayImage(key), originalKey(key)] : [];

/** The image that a file was made of, or the file itself. */
export const originalOf = (path: string): string => path.replace(DERIVED, '$1');

export const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** The media type that an image is served with, by its name; undefined for what is no image of ours. */
export const imageTypeOf = (key: string): string | undefined => (key.startsWith(IMAGES) ? TYPES[extensionOf(key)] : undefined);
