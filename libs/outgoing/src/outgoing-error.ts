/**
 * Why a fetch failed: malformed URL, or its scheme, credentials or port are not allowed (`address`), not public (`forbidden`),
 * no connection or a broken one (`unreachable`), too many redirects (`redirects`), no 200 (`status`), too large (`size`), compressed
 * although that was not requested (`encoding`), too slow (`time`).
 */
export type OutgoingReason = 'address' | 'forbidden' | 'unreachable' | 'redirects' | 'status' | 'size' | 'encoding' | 'time';

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
