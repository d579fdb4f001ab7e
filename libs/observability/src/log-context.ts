import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom the running code works; each line that it logs carries this. */
export interface LogContext {
  request_id?: string;
  job?: string;
  job_id?: string;
}

const running = new AsyncLocalStorage<LogContext>();

/** Runs the work with these fields in its log lines, also in lines about errors of it that nobody catches. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return running.run(context, work);
}

export const logContext = (): LogContext => running.getStore() ?? {};
