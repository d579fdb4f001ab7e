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
    return textAt(this.body, 'error', 'type');
  }

  /** The faults of single fields, by their names. */
  get fields(): Record<string, unknown> {
    const fields = memberAt(this.body, 'error', 'validation') ?? memberAt(this.body, 'data', 'params');
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  }

  static async of(response: Response): Promise<ApiError> {
    const text = await response.text();
    const body = parsed(text);
    const message =
      textAt(body, 'error', 'message') ?? textAt(body, 'message') ?? `${response.status} ${response.statusText}`;
    return new ApiError(response.status, message, body, response.headers.get('x-request-id') ?? undefined);
  }
}

function memberAt(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && name in inner
        ? Object.entries(inner).find(([key]) => key === name)?.[1]
        : undefined,
    value,
  );
}

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
