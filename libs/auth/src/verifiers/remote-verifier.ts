import type { RotatingSecret } from '@almanac/config';
import { counter } from '@almanac/observability';
import { SharedRun } from '@almanac/process';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ServiceClient } from '../service-client';
import { fingerprint } from './cached-verifier';
import { fromAnswer, INTROSPECTION_PATH, type IntrospectionAnswer } from './introspection';
import type { TokenCredentials } from '../token-credentials';
import { TokenVerifier, type Verdict } from './token-verifier';

interface RemoteVerifierOptions {
  /** content-service's own address, e.g. `http://content:8081`. */
  contentUrl: string;
  serviceSecret: Pick<RotatingSecret, 'current'>;
  /** While content is down, tokens that it accepted within this many seconds are still accepted. */
  graceSeconds: number;
  timeoutMs?: number;
}

/** After a failure, callers that were verified before are not held up for this long. */
const PAUSE_MS = 1_000;

const unverified = counter(
  'almanac_unverified_tokens_total',
  'Tokens that were accepted on an earlier answer, because content-service did not answer.',
);

/**
 * Asks content-service for the owner of a token, for each request: a change of rights takes effect with the next one. Concurrent requests
 * with one token share a look-up. While content is down, recently verified callers stay accepted for a grace period.
 */
export class RemoteTokenVerifier extends TokenVerifier {
  private readonly logger = new Logger('auth');
  private readonly recent: LRUCache<string, Verdict>;
  private readonly asking = new Map<string, SharedRun<Verdict>>();
  private readonly content: ServiceClient;
  private pausedUntil = 0;

  constructor(private readonly options: RemoteVerifierOptions) {
    super();
    this.content = new ServiceClient(options.contentUrl, options.serviceSecret, { connections: 32 });
    this.recent = new LRUCache({ max: 10_000, ttl: Math.max(1, options.graceSeconds * 1_000) });
  }

  async verify(credentials: TokenCredentials): Promise<Verdict> {
    const key = fingerprint(credentials);
    const run = this.asking.get(key) ?? new SharedRun(() => this.find(key, credentials));
    this.asking.set(key, run);
    const verdict = await run.result();
    if (run.isIdle) this.asking.delete(key);
    return verdict;
  }

  async close(): Promise<void> {
    await this.content.close();
  }

  private async find(key: string, credentials: TokenCredentials): Promise<Verdict> {
    if (performance.now() < this.pausedUntil && this.recent.has(key)) return this.unverified(key);
    try {
      const verdict = await this.ask(credentials);
      if ('actor' in verdict) this.recent.set(key, verdict);
      else this.recent.delete(key);
      return verdict;
    } catch (failure) {
      this.pausedUntil = performance.now() + PAUSE_MS;
      this.logger.warn('content-service cannot be asked for the owner of a token', failure);
      return this.unverified(key);
    }
  }

  private unverified(key: string): Verdict {
    const known = this.recent.get(key);
    if (!known) return { refusal: 'unavailable' };
    unverified.inc();
    return known;
  }

  private async ask(credentials: TokenCredentials): Promise<Verdict> {
    const { statusCode, text } = await this.content.ask(INTROSPECTION_PATH, {
      method: 'POST',
      json: JSON.stringify(credentials),
      deadlineMs: this.options.timeoutMs ?? 2_000,
    });
    if (statusCode !== 200) throw new Error(`introspection answered ${statusCode}`);
    return fromAnswer(JSON.parse(text) as IntrospectionAnswer);
  }
}
