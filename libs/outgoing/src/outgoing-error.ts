/**
 * Why a fetch failed. `address`: malformed URL, or its scheme, credentials or port are not allowed. `forbidden`: not public.
 * `unreachable`: no connection, or a broken one. `redirects`: too many. `status`: not 200. `size`: too large. `encoding`: compressed
 * although that was not requested. `time`: too slow.
 */
type OutgoingReason = 'address' | 'forbidden' | 'unreachable' | 'redirects' | 'status' | 'size' | 'encoding' | 'time';

/** The message is for logs only: shown to a caller, it would describe our network. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';

  constructor(
    readonly reason: OutgoingReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
