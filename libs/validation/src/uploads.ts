import { IMAGE_TYPES, imageTypeOfEnding, imageTypeOfMedia } from './image-types';
import { both, rule } from './rules/rule';
import { Documented, Takes } from './rules/takes';
import { typed } from './types';

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
    Documented('file'),
    Takes({ type: 'string', format: 'binary' }),
    typed(
      (value) => value,
      (value, label) => (value instanceof UploadedFile ? undefined : `The ${label} must be provided as a valid file.`),
    ),
    rule('max', (value, label) =>
      value instanceof UploadedFile && value.size > value.limitBytes
        ? `The ${label} may not be greater than ${value.limitBytes / 1024} kilobytes.`
        : undefined,
    ),
  );
}

/** The file's name has the extension of an image. */
export function ImageExtension(): PropertyDecorator {
  return both(
    Documented('image_extension'),
    rule('image_extension', (value, label) =>
      value instanceof UploadedFile && imageTypeOfEnding(value.extension) === undefined
        ? `The ${label} must have a valid & supported image extension.`
        : undefined,
    ),
  );
}

/** The file's content is an image; its name does not count. */
export function ImageContent(): PropertyDecorator {
  return both(
    Documented(`mimes:${IMAGE_TYPES.join(',')}`),
    rule('mimes', (value, label) =>
      value instanceof UploadedFile && imageTypeOfMedia(value.contentType) === undefined
        ? `The ${label} must be a file of type: ${IMAGE_TYPES.join(', ')}.`
        : undefined,
    ),
  );
}
