/**
 * Why an address was not asked, or what was wrong with its answer: malformed or of another kind than is asked (`address`), not public
 * (`forbidden`), no connection or a broken one (`unreachable`), sent on too often (`redirects`), no 200 (`status`), too large (`size`),
 * compressed although that was not asked for (`encoding`), too slow (`time`).
 */
export type OutgoingReason = 'address' | 'forbidden' | 'unreachable' | 'redirects' | 'status' | 'size' | 'encoding' | 'time';

/** The message is for logs: told to a caller it would describe our network. */
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
