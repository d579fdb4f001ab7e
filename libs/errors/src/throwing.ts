import { type FieldMessages, Problem, type ProblemDetails } from './problem';

/** Every refused permission has this text, so that it tells nothing about what was refused (content-behaviour §3.2). */
export const NOT_PERMITTED = 'You do not have permission to perform the requested action.';
export const INVALID_DATA = 'The given data was invalid.';

/** 404: missing, deleted, or not visible to the caller; these three must stay indistinguishable. */
export function notFound(what: string): never {
  throw new Problem(404, `${what} not found`);
}

/** 403: the caller may see the thing but not do this to it. */
export function forbidden(message: string = NOT_PERMITTED, details?: ProblemDetails): never {
  throw new Problem(403, message, details);
}

/** 401: who is calling is unknown. */
export function unauthorized(message: string, details?: ProblemDetails): never {
  throw new Problem(401, message, details);
}

/** 400: the request makes no sense whatever the state of the system. */
export function badRequest(message: string, details?: ProblemDetails): never {
  throw new Problem(400, message, details);
}

/** 422 with messages per field. */
export function invalid(fields: FieldMessages): never {
  throw new Problem(422, INVALID_DATA, { fields });
}
