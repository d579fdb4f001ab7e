/** An answer with a status of 400 or more. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param status of HTTP
   * @param message for people, from the answer
   * @param body of the answer; parsed if it is JSON
   * @param requestId of the log of the services
   */
  constructor(
    readonly status: number,
    message: string,
    readonly body: unknown,
    readonly requestId: string | undefined,
  ) {
    super(message);
  }

  /** The stable name of the error for programs, such as `not-found`. */
  get type(): string | undefined {
    // Problem details (RFC 9457) have it as the end of a URN.
    return textAt(this.body, 'error', 'type') ?? textAt(this.body, 'type')?.split(':').at(-1);
  }

  /** The faults of single fields, by their names. */
  get validation(): Record<string, string[]> {
    const fields = memberAt(this.body, 'error', 'validation') ?? memberAt(this.body, 'data', 'params');
    return Object.fromEntries(membersOf(fields).map(([name, faults]) => [name, [faults].flat().map(String)]));
  }

  static async of(response: Response): Promise<ApiError> {
    const text = await response.text();
    const body = parsed(text);
    const message =
      textAt(body, 'error', 'message') ??
      textAt(body, 'message') ??
      textAt(body, 'detail') ??
      `${response.status} ${response.statusText}`;
    const requestId = response.headers.get('x-request-id') ?? textAt(body, 'error', 'request_id');
    return new ApiError(response.status, message, body, requestId);
  }
}

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const memberAt = (value: unknown, ...names: string[]): unknown =>
  names.reduce((inner, name) => membersOf(inner).find(([key]) => key === name)?.[1], value);

function textAt(value: unknown, ...names: string[]): string | undefined {
  const member = memberAt(value, ...names);
  return typeof member === 'string' ? member : undefined;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
