/** The services answer a repeated POST with the same key from their store. */
export const IDEMPOTENCY_KEY = 'idempotency-key';

export interface Progress {
  /** Bytes sent so far. A repeated request begins again at 0. */
  loaded: number;
  /** Bytes of the whole body; 0 where they are unknown, such as those of a stream. */
  total: number;
}

export type OnProgress = (progress: Progress) => void;

export type RepeatableInit = RequestInit & { onProgress?: OnProgress };

/** A request that can be sent again, unless its body is a stream, which can be read only once. */
export class RepeatableRequest extends Request {
  readonly copy: (() => Request) | undefined;
  /** The body as the caller gave it. */
  readonly source: RequestInit['body'];
  readonly onProgress: OnProgress | undefined;

  constructor(input: string | URL | Request, init: RepeatableInit = {}) {
    const isStream = init.body instanceof ReadableStream;
    // `fetch` requires this member for streams.
    super(input, isStream ? { ...init, ...{ duplex: 'half' } } : init);
    this.source = init.body;
    this.onProgress = init.onProgress;
    // Not the headers of this request: each form has its own boundary.
    this.copy = isStream
      ? undefined
      : () => withKey(new RepeatableRequest(input, init), this.headers.get(IDEMPOTENCY_KEY));
  }
}

function withKey(request: Request, key: string | null): Request {
  if (key !== null) request.headers.set(IDEMPOTENCY_KEY, key);
  return request;
}
