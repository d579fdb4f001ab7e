import type { Readiness } from '@almanac/observability';

const PATH = /^\/readyz\/?$/;
/** Callers cannot make the gateway ask the services more often. */
const CACHED_MS = 1_000;

interface ServicesState {
  status: 200 | 503;
  body: { status: 'ok' | 'unavailable' | 'stopping'; checks: Record<string, 'ok' | 'failing'> };
}

/** Whether both services are ready. `/readyz` alone tells whether the gateway is, which serves one service without the other. */
export class ServicesReadiness {
  private expiry = 0;
  private latest: Promise<ServicesState> | undefined;

  constructor(private readonly readiness: Readiness) {}

  /** Scripts wait for `/readyz?services=all`. Load balancers ask for `/readyz`. */
  static isRequestedBy({ method, url = '' }: { method?: string | undefined; url?: string | undefined }): boolean {
    const [path = '', query] = url.split('?', 2);
    if (!PATH.test(path) || (method !== 'GET' && method !== 'HEAD')) return false;
    return new URLSearchParams(query).get('services') === 'all';
  }

  read(): Promise<ServicesState> {
    if (this.readiness.isStopping) return Promise.resolve({ status: 503, body: { status: 'stopping', checks: {} } });
    if (this.latest === undefined || performance.now() >= this.expiry) {
      this.expiry = Infinity;
      this.latest = this.ask().finally(() => (this.expiry = performance.now() + CACHED_MS));
    }
    return this.latest;
  }

  /** Each service has the two seconds of a readiness check. */
  private async ask(): Promise<ServicesState> {
    const results = await this.readiness.check();
    const isReady = results.every(({ failure }) => failure === undefined);
    const checks = results.map(({ name, failure }) => [name, failure === undefined ? 'ok' : 'failing'] as const);
    return {
      status: isReady ? 200 : 503,
      body: { status: isReady ? 'ok' : 'unavailable', checks: Object.fromEntries(checks) },
    };
  }
}
