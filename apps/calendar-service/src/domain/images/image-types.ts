/** File endings of the kinds of image that are kept. Not SVG, which is a document that can run scripts and load others. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

const TYPES = new Map(Object.entries(ENDINGS).map(([type, ending]) => [ending, type]));

/** Undefined for what is not kept. */
export const endingOf = (mimeType: string): string | undefined => ENDINGS[mimeType];

/** The media type of a kept file by its name. */
export const typeOf = (path: string): string | undefined => TYPES.get(path.replace(/^.*\./, ''));
