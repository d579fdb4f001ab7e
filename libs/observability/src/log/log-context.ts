import { AsyncLocalStorage } from 'node:async_hooks';

/** The request or job of the running code. Each of its log lines carries these fields. */
export interface LogContext {
  request_id?: string | undefined;
  /** The account of the caller. */
  user_id?: number | undefined;
  job?: string;
  job_id?: string;
}

const running = new AsyncLocalStorage<LogContext>();

/** Runs the work with these fields in its log lines, also in those about its uncaught errors. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return running.run(context, work);
}

export const logContext = (): LogContext => running.getStore() ?? {};
