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
