import { both, documentedRule, rule } from './rules/rule';
import { asSent, typed } from './types';

/** A file of a multipart request. It is in a temporary folder until the request ends. */
export class UploadedFile {
  constructor(
    readonly path: string,
    /** The client's name of the file; never use it as a path. */
    readonly originalName: string,
    /** Bytes. */
    readonly size: number,
    /** The service's limit for a file; of a larger file only these bytes are on disk. */
    readonly limitBytes: number,
    /** MIME type by the content of the file, not by its name; undefined when unknown. */
    readonly contentType?: string,
  ) {}

  /** Lower-case, without the dot; empty when there is none. */
  get extension(): string {
    return /\.([^./\\]+)$/.exec(this.originalName)?.[1]?.toLowerCase() ?? '';
  }
}

/** An uploaded file within the limit of the service. Text values are refused. */
export function FileUpload(): PropertyDecorator {
  return both(
    typed('file', { type: 'string', format: 'binary' }, asSent, (value, label) =>
      value instanceof UploadedFile ? undefined : `The ${label} must be provided as a valid file.`,
    ),
    rule('max', (value, label) =>
      value instanceof UploadedFile && value.size > value.limitBytes
        ? `The ${label} may not be greater than ${value.limitBytes / 1024} kilobytes.`
        : undefined,
    ),
  );
}

/** The file's name has the extension of an image. */
export const ImageExtension = (): PropertyDecorator =>
  documentedRule('image_extension', {}, (value, label) =>
    value instanceof UploadedFile && imageTypeOfEnding(value.extension) === undefined
      ? `The ${label} must have a valid & supported image extension.`
      : undefined,
  );

/** The file's content is an image; its name does not count. */
export const ImageContent = (): PropertyDecorator =>
  documentedRule(`mimes:${IMAGE_TYPES.join(',')}`, {}, (value, label) =>
    value instanceof UploadedFile && imageTypeOfMedia(value.contentType) === undefined
      ? `The ${label} must be a file of type: ${IMAGE_TYPES.join(', ')}.`
      : undefined,
  );

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
export const fileEndingOf = (type: ImageType): string => NAMES[type].endings[0];
