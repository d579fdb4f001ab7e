import { callsOutside, errorCode, type RotatingSecret } from '@almanac/runtime';
import { logContext, traceRequests, withHeaders } from '@almanac/observability';
import type { Request } from 'express';
import { timingSafeEqual } from 'node:crypto';
import { Agent, type Dispatcher, request } from 'undici';

export const SERVICE_SECRET_HEADER = 'x-service-secret';

/** Whether a request comes from another service of this installation. */
export function hasServiceSecret({ headers }: Pick<Request, 'headers'>, { accepted }: RotatingSecret): boolean {
  const sent = Buffer.from(String(headers[SERVICE_SECRET_HEADER] ?? ''));
  return accepted.map((secret) => Buffer.from(secret)).some((expected) => isSame(sent, expected));
}

const isSame = (sent: Buffer, expected: Buffer): boolean =>
  sent.length === expected.length && timingSafeEqual(sent, expected);

/** Much shorter than the keep-alive time of the services. A service may have been replaced during a longer idle time. */
const MAX_IDLE_MS = 4_000;

/** A stopping replica may close a connection while a request is on its way. Each of our requests may be done twice. */
const MAX_ATTEMPTS = 3;
const BROKEN = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

interface ServiceRequest {
  /** `GET` by default. */
  method?: Dispatcher.HttpMethod;
  json?: string;
  headers?: Record<string, string>;
  /** For the whole answer. */
  deadlineMs: number;
}

interface ServiceAnswer {
  statusCode: number;
  text: string;
}

/** Our requests to the other service keep the id of the request that they serve, so that one id finds the lines of both logs. */
const sendRequestId: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const { request_id } = logContext();
  if (request_id === undefined) return dispatch(options, handler);
  return dispatch({ ...options, headers: withHeaders(options.headers, { 'x-request-id': request_id }) }, handler);
};

async function answerOf(url: string, options: NonNullable<Parameters<typeof request>[1]>): Promise<ServiceAnswer> {
  for (let attempt = 1; ; attempt += 1)
    try {
      const { statusCode, body } = await request(url, options);
      return { statusCode, text: await body.text() };
    } catch (failure) {
      if (attempt === MAX_ATTEMPTS || !BROKEN.has(errorCode(failure) ?? '')) throw failure;
    }
}

/** Asks the other service. Requests carry the secret of the services, and the id and the trace of the running request or job. */
export class PeerServiceClient {
  private readonly agent: Agent;
  private readonly dispatcher: Dispatcher;

  /** @param url the service's own address, e.g. `http://content:8081`: the gateway routes no internal paths */
  constructor(
    private readonly url: string,
    private readonly secret: Pick<RotatingSecret, 'current'>,
    options: { connections: number },
  ) {
    this.agent = new Agent({ keepAliveMaxTimeout: MAX_IDLE_MS, connections: options.connections });
    this.dispatcher = this.agent.compose(traceRequests({ propagates: true }), sendRequestId);
  }

  /**
   * Only an outage throws. A status below 500 is an answer, because the input of a caller may cause it.
   * @throws when the service cannot be reached, has not answered by the deadline, or answers 5xx
   */
  async ask(path: string, { method = 'GET', json, headers, deadlineMs }: ServiceRequest): Promise<ServiceAnswer> {
    callsOutside('a request to another service');
    const options = {
      method,
      headers: {
        ...headers,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        [SERVICE_SECRET_HEADER]: this.secret.current,
      },
      body: json ?? null,
      dispatcher: this.dispatcher,
      signal: AbortSignal.timeout(deadlineMs),
    };
    const { statusCode, text } = await answerOf(this.url + path, options);
    if (statusCode >= 500) throw new Error(`${this.url} answered ${statusCode} to ${method} ${path}`);
    return { statusCode, text };
  }

  /** Closes the connections after the last request. */
  close(): Promise<void> {
    return this.agent.close();
  }
}
