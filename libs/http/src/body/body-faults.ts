import { Problem } from '@almanac/errors';

const TOO_LARGE = 'The server cannot receive the provided amount of data. Try again with less data or a smaller file.';
const READABLE = 'application/json, application/x-www-form-urlencoded or multipart/form-data';

export const tooLarge = (): Problem => new Problem(413, TOO_LARGE);

export const unreadable = (cause?: unknown): Problem =>
  new Problem(400, 'The request body could not be read.', { cause });

export const invalidJson = (cause?: unknown): Problem =>
  new Problem(400, 'Invalid JSON body passed.', { code: 'rest_invalid_json', cause });

export const unsupportedType = (type = ''): Problem =>
  new Problem(
    415,
    type === ''
      ? `Say by Content-Type how the request body is written: ${READABLE}.`
      : `A request body of the type ${type} is not supported. Use ${READABLE}.`,
  );
