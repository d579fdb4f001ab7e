import { INTROSPECTION_PATH, PeerServiceClient } from '@almanac/auth';
import type { RotatingSecret } from '@almanac/runtime';
import { UNKNOWN } from '@almanac/observability';

const DEADLINE_MS = 1_000;
/** Probes of others must not become requests to content-service. */
const REPEATED_AFTER_MS = 5_000;
/** Statuses for a wrong secret, and of a server that is not content-service. */
const REFUSALS: readonly number[] = [401, 403, 404, 405];
/** No token has this id. */
const NOBODY = JSON.stringify({ id: 'readiness', secret: '' });

/** Asks content-service as the verification of tokens does, and so finds a `SERVICE_SECRET` that it does not accept. */
export class ServiceSecretCheck {
  private readonly content: PeerServiceClient;
  private latest: Promise<typeof UNKNOWN | undefined> | undefined;
  private expiry = 0;

  constructor({ contentUrl, serviceSecret }: { contentUrl: string; serviceSecret: RotatingSecret }) {
    this.content = new PeerServiceClient(contentUrl, serviceSecret, { connections: 1 });
  }

  /**
   * @returns `UNKNOWN` while content-service is away: public reading works without it
   * @throws Error while content-service refuses the secret
   */
  check(): Promise<typeof UNKNOWN | undefined> {
    if (this.latest === undefined || performance.now() >= this.expiry) {
      this.expiry = performance.now() + REPEATED_AFTER_MS;
      this.latest = this.ask();
    }
    return this.latest;
  }

  async close(): Promise<void> {
    await this.content.close();
  }

  private async ask(): Promise<typeof UNKNOWN | undefined> {
    const status = await this.content
      .ask(INTROSPECTION_PATH, { method: 'POST', json: NOBODY, deadlineMs: DEADLINE_MS })
      .then(
        ({ statusCode }) => statusCode,
        () => undefined,
      );
    if (status === 200) return undefined;
    if (status === undefined || !REFUSALS.includes(status)) return UNKNOWN;
    throw new Error(
      `content-service answers ${status} to SERVICE_SECRET: give both services the same value, and name content-service itself in CONTENT_URL`,
    );
  }
}
