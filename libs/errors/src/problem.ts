import { defaultType, type ProblemType } from './problem-types';

/** Messages per field, dotted keys for nested fields: `{ 'tags.0.name': ['The tags.0.name field is required.'] }`. */
export type FieldMessages = Record<string, string[]>;

export interface ProblemDetails {
  /** The error for programs, in both services; that of the status by default. */
  type?: ProblemType;
  /** Machine-readable name for calendar's dialect, e.g. `rest-event-not-found`. */
  code?: string;
  /** Refused fields of a validation failure. */
  fields?: FieldMessages;
  /** Extra members of `data` in calendar's dialect. */
  data?: Record<string, unknown>;
  /** Extra response headers, e.g. `Retry-After`. */
  headers?: Record<string, string>;
  /** Answer with content's second shape, `{message, status: "error"}` (content-behaviour §3.1). */
  flat?: boolean;
  cause?: unknown;
}

/** An error that callers see, with a status and a sentence. Throw it for every expected failure. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly status: number,
    message: string,
    readonly details: ProblemDetails = {},
  ) {
    super(message, { cause: details.cause });
  }

  get type(): ProblemType {
    return this.details.type ?? (this.details.fields ? 'validation-failed' : defaultType(this.status));
  }
}

/** All refusals of permissions have this text, so that it reveals nothing about the record (content-behaviour §3.2). */
export const NOT_PERMITTED = 'You do not have permission to perform the requested action.';
export const INVALID_DATA = 'The given data was invalid.';

/** 404: missing, deleted, or not visible to the caller. Callers must not be able to tell these three apart. */
export function notFound(what: string): never {
  throw new Problem(404, `${what} not found`);
}

/** 403: the caller may see the record, but lacks the permission for this action. */
export function forbidden(message: string = NOT_PERMITTED, details?: ProblemDetails): never {
  throw new Problem(403, message, details);
}

/** 401: the caller is not authenticated. */
export function unauthorized(message: string, details?: ProblemDetails): never {
  throw new Problem(401, message, details);
}

/** 400: the request is malformed, independent of the state of the system. */
export function badRequest(message: string, details?: ProblemDetails): never {
  throw new Problem(400, message, details);
}

/** 422 with messages per field. */
export function invalid(fields: FieldMessages): never {
  throw new Problem(422, INVALID_DATA, { fields });
}
