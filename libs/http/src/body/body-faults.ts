import { Problem } from '@almanac/errors';

const TOO_LARGE = 'The server cannot receive the provided amount of data. Try again with less data or a smaller file.';
const READABLE = 'application/json, application/x-www-form-urlencoded or multipart/form-data';

export const tooLarge = (): Problem => new Problem(413, TOO_LARGE);

export const unreadable = (cause?: unknown): Problem =>
  new Problem(400, 'The request body could not be read.', { cause });

/** The members of `data` that the calendar's reference has for JSON that cannot be parsed. */
const SYNTAX_ERROR = { json_error_code: 4, json_error_message: 'Syntax error' };

/** @param cause the failure of the parser; none for JSON that is neither an object nor a list */
export const invalidJson = (cause?: unknown): Problem =>
  new Problem(400, 'Invalid JSON body passed.', {
    code: 'rest_invalid_json',
    cause,
    ...(cause !== undefined && { data: SYNTAX_ERROR }),
  });

export const unsupportedType = (type = ''): Problem =>
  new Problem(
    415,
    type === ''
      ? `Say by Content-Type how the request body is written: ${READABLE}.`
      : `A request body of the type ${type} is not supported. Use ${READABLE}.`,
  );
