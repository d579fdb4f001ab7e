import { type Dispatcher, Pool } from 'undici';
import type { UpstreamName } from '../routes';

export interface UpstreamTimeouts {
  connectTimeoutMs: number;
  responseTimeoutMs: number;
}

/** Much shorter than the services keep theirs, which may have been replaced meanwhile. */
const MAX_IDLE_MS = 4_000;

/** One service behind the gateway and the connections to it, which are kept alive and grow with the load. */
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

  /** Sends a request; everything that happens to it, failures included, is told to the handler. */
  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.pool.dispatch(request, handler);
  }

  /** @throws when the service's own readiness probe does not answer 200 */
  async ready(): Promise<void> {
    const { statusCode, body } = await this.pool.request({ method: 'GET', path: '/readyz', headersTimeout: 2000 });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${this.name} answers ${statusCode} to its readiness probe`);
  }

  /** Ends all connections; what still runs on them is cut off. */
  close(): Promise<void> {
    return this.pool.destroy();
  }
}
