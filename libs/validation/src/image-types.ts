/** The image types that are stored, with the names that their files and media types have. Not SVG, a document that can run scripts. */
const NAMES = {
  jpeg: { endings: ['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg', 'pjp'], media: ['image/jpeg', 'image/jpg', 'image/pjpeg'] },
  png: { endings: ['png', 'apng'], media: ['image/png', 'image/apng', 'image/x-png'] },
  gif: { endings: ['gif'], media: ['image/gif'] },
  webp: { endings: ['webp'], media: ['image/webp'] },
  avif: { endings: ['avif', 'avifs'], media: ['image/avif', 'image/avif-sequence'] },
} as const;

/** In the order of messages. */
export const IMAGE_TYPES = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

const byEnding = new Map<string, ImageType>(
  IMAGE_TYPES.flatMap((type) => NAMES[type].endings.map((ending) => [ending, type] as const)),
);
const byMedia = new Map<string, ImageType>(
  IMAGE_TYPES.flatMap((type) => NAMES[type].media.map((media) => [media, type] as const)),
);

/** The type that files with this ending have; in any letter case, without the dot. */
export const imageTypeOfEnding = (ending: string): ImageType | undefined => byEnding.get(ending.toLowerCase());

/** The type behind a media type, such as `image/apng`. */
export const imageTypeOfMedia = (media: string | undefined): ImageType | undefined => byMedia.get(media ?? '');

/** The media type by which files of a type are served. */
export const mediaOf = (type: ImageType): string => NAMES[type].media[0];

/** The usual ending of files of a type. */
export const endingOf = (type: ImageType): string => NAMES[type].endings[0];
