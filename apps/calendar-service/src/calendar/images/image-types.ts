/** File endings of the image types that are stored. Not SVG, which is a document that can run scripts and load other documents. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

const TYPES = new Map(Object.entries(ENDINGS).map(([type, ending]) => [ending, type]));

/** Undefined for a type that is not stored. */
export const endingOf = (mimeType: string): string | undefined => ENDINGS[mimeType];

/** The media type of a stored file by its name. */
export const typeOf = (path: string): string | undefined => TYPES.get(path.replace(/^.*\./, ''));
