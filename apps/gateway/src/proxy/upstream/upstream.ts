import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import type { UpstreamName } from '../../routes';

export interface UpstreamTimeouts {
  connectTimeoutMs: number;
  responseTimeoutMs: number;
}

export interface WholeAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Much shorter than the keep-alive time of the services. A service may have been replaced during a longer idle time. */
const MAX_IDLE_MS = 4_000;

/** A service behind the gateway, with a pool of keep-alive connections that grows with the load. */
export class Upstream {
  private readonly pool: Pool;

  constructor(
    readonly name: UpstreamName,
    url: string,
    { connectTimeoutMs, responseTimeoutMs }: UpstreamTimeouts,
  ) {
    this.pool = new Pool(url, {
      connect: { timeout: connectTimeoutMs },
      headersTimeout: responseTimeoutMs,
      bodyTimeout: responseTimeoutMs,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      allowH2: false,
    });
  }

  /** Sends a request and reports all its events, including failures, to the handler. */
  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.pool.dispatch(request, handler);
  }

  /** Reads a whole answer of the service. */
  async read(path: string, headers: string[]): Promise<WholeAnswer> {
    const answer = await this.pool.request({ method: 'GET', path, headers });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }

  /** @throws if the readiness probe of the service does not answer 200 */
  async ready(): Promise<void> {
    const { statusCode, body } = await this.pool.request({ method: 'GET', path: '/readyz', headersTimeout: 2000 });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${this.name} answers ${statusCode} to its readiness probe`);
  }

  /** Closes all connections and aborts the requests that still run on them. */
  close(): Promise<void> {
    return this.pool.destroy();
  }
}
