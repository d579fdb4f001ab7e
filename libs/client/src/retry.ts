import { IDEMPOTENCY_KEY, RepeatableRequest } from './repeatable-request';

export type Send = (request: Request) => Promise<Response>;

/** How often and how long requests are repeated. */
export interface RetryOptions {
  /** Requests in all, the first one included. */
  attempts: number;
  /** A longer `Retry-After` is not waited for. */
  maxWaitMs: number;
  /** The pause after the first broken connection; it doubles each time. */
  firstPauseMs: number;
}

export const DEFAULT_RETRY: RetryOptions = { attempts: 4, maxWaitMs: 60_000, firstPauseMs: 200 };

/** Sends requests again that were refused for a while, and those that a broken connection may have lost. */
export const retrying =
  (send: Send, { attempts, maxWaitMs, firstPauseMs }: RetryOptions): Send =>
  async (request) => {
    const copy = request instanceof RepeatableRequest ? request.copy : undefined;
    const last = copy === undefined ? 1 : attempts;
    for (let attempt = 1, current = request; ; attempt += 1, current = copy?.() ?? request) {
      try {
        const response = await send(current);
        const waitMs = refusedForMs(current, response);
        if (attempt >= last || waitMs === undefined || waitMs > maxWaitMs) return response;
        await response.body?.cancel();
        await pause(waitMs, request.signal);
      } catch (failure) {
        if (attempt >= last || request.signal.aborted || !isRepeatable(request)) throw failure;
        await pause(firstPauseMs * 2 ** (attempt - 1), request.signal);
      }
    }
  };

/** Methods whose repetition has the same effect as one request (RFC 9110 §9.2.2). */
const IDEMPOTENT = ['GET', 'HEAD', 'PUT', 'DELETE'];

const isRepeatable = ({ method, headers }: Request): boolean =>
  IDEMPOTENT.includes(method) || headers.has(IDEMPOTENCY_KEY);

/** The services refuse with 429 and 503 before a request begins, so every method may be repeated. */
const REFUSALS = [429, 503];
/** The first request with the same key still runs. */
const IN_FLIGHT = 409;

function refusedForMs(request: Request, { status, headers }: Response): number | undefined {
  const after = headers.get('retry-after');
  const isRefused = REFUSALS.includes(status) || (status === IN_FLIGHT && request.headers.has(IDEMPOTENCY_KEY));
  if (!isRefused || after === null) return undefined;
  const waitMs = /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('The request was aborted'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
