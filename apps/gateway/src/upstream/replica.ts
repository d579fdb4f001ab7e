import { traceRequests } from '@almanac/observability';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import { MAX_IDLE_SECONDS, verifiedConnector } from './verified-connection';

export interface ReplicaTimeouts {
  connectTimeoutMs: number;
  responseTimeoutMs: number;
}

/** A redirect of a service may repeat the address of a request (up to 16 KB), percent-encoded once more. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Connections are renewed, so that new pods behind one address get their share. */
const MAX_CONNECTION_AGE_MS = 60_000;
/** Rest after a failure; doubled with each further one. */
const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 30_000;

/** One process of a service, or all of them behind one address, with a pool of keep-alive connections that grows with the load. */
export class ServiceReplica {
  private readonly pool: Pool;
  private readonly traced: Dispatcher;
  private failures = 0;
  private restsUntil = 0;

  /** @param address where to connect; the host of the URL by default */
  constructor(
    url: string,
    readonly address: string | undefined,
    { connectTimeoutMs, responseTimeoutMs }: ReplicaTimeouts,
  ) {
    const connect = verifiedConnector(buildConnector({ timeout: connectTimeoutMs, allowH2: false }), responseTimeoutMs);
    this.pool = new Pool(url, {
      connect: address === undefined ? connect : (to, done) => connect({ ...to, hostname: address }, done),
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: responseTimeoutMs,
      bodyTimeout: responseTimeoutMs,
      // Much shorter than the keep-alive time of the services.
      keepAliveMaxTimeout: MAX_IDLE_SECONDS * 1_000,
      clientTtl: MAX_CONNECTION_AGE_MS,
      allowH2: false,
    });
    this.traced = this.pool.compose(traceRequests({ propagates: true }));
  }

  /** Requests that run or wait for a connection. */
  get load(): number {
    return this.pool.stats.size;
  }

  /** Time until which it gets no request after failures, in milliseconds since 1970. */
  get restEnd(): number {
    return this.restsUntil;
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.traced.dispatch(request, handler);
  }

  request(options: Omit<Dispatcher.RequestOptions, 'origin'>): Promise<Dispatcher.ResponseData> {
    return this.traced.request(options);
  }

  succeeded(): void {
    this.failures = 0;
    this.restsUntil = 0;
  }

  /** It could not be connected, or broke a connection. */
  failed(): void {
    this.restsUntil = Date.now() + Math.min(FIRST_REST_MS * 2 ** this.failures, MAX_REST_MS);
    this.failures += 1;
  }

  /** Ends after the requests that still run. */
  retire(): Promise<void> {
    return this.pool.close();
  }

  /** Closes all connections and aborts the requests that still run on them. */
  close(): Promise<void> {
    return this.pool.destroy();
  }
}
