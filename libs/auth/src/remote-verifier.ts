import { type RotatingSecret, SharedRun } from '@almanac/runtime';
import { counter } from '@almanac/observability';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PeerServiceClient } from './peer-service-client';
import { fingerprint } from './cached-verifier';
import { fromAnswer, INTROSPECTION_PATH, type IntrospectionAnswer } from './introspection';
import { type TokenCredentials, TokenVerifier, type Verdict } from './identify';

interface RemoteVerifierOptions {
  /** content-service's own address, e.g. `http://content:8081`. */
  contentUrl: string;
  serviceSecret: Pick<RotatingSecret, 'current'>;
  /** While content is down, tokens that it accepted within this many seconds are still accepted. */
  graceSeconds: number;
  timeoutMs?: number;
}

/** Accepted callers are held up no longer than this for a second after a failure. */
const TIMEOUT_AFTER_FAILURE_MS = 200;
const SHORT_TIMEOUT_FOR_MS = 1_000;
/** Statuses by which content-service refuses the form of a token. */
const MALFORMED: readonly number[] = [400, 413, 422, 431];

interface Accepted {
  verdict: Verdict;
  /** When the last question for this token failed, on the clock of `performance.now()`. */
  failedAt?: number;
}

const unverified = counter(
  'almanac_unverified_tokens_total',
  'Tokens that were accepted on an earlier answer, because content-service did not answer.',
);

/**
 * Asks content-service for the owner of a token, for each request: a change of rights takes effect with the next one. Concurrent requests
 * with one token share a look-up. While content is down, recently verified callers stay accepted for a grace period. Each token has its
 * own, so no caller can start it for another one (docs/decisions/0051).
 */
export class RemoteTokenVerifier extends TokenVerifier {
  private readonly logger = new Logger('auth');
  private readonly accepted: LRUCache<string, Accepted>;
  private readonly pending = new Map<string, SharedRun<Verdict>>();
  private readonly content: PeerServiceClient;

  constructor(private readonly options: RemoteVerifierOptions) {
    super();
    this.content = new PeerServiceClient(options.contentUrl, options.serviceSecret, { connections: 32 });
    this.accepted = new LRUCache({ max: 10_000, ttl: Math.max(1, options.graceSeconds * 1_000) });
  }

  async verify(credentials: TokenCredentials): Promise<Verdict> {
    const key = fingerprint(credentials);
    const run = this.pending.get(key) ?? new SharedRun(() => this.find(key, credentials));
    this.pending.set(key, run);
    const verdict = await run.result();
    if (run.isIdle) this.pending.delete(key);
    return verdict;
  }

  async close(): Promise<void> {
    await this.content.close();
  }

  private async find(key: string, credentials: TokenCredentials): Promise<Verdict> {
    const hasJustFailed = this.hasJustFailed(key);
    try {
      const verdict = await this.ask(
        credentials,
        hasJustFailed ? TIMEOUT_AFTER_FAILURE_MS : (this.options.timeoutMs ?? 2_000),
      );
      if ('actor' in verdict) this.accepted.set(key, { verdict });
      else this.accepted.delete(key);
      return verdict;
    } catch (failure) {
      if (!hasJustFailed) this.logger.warn('content-service cannot be asked for the owner of a token', failure);
      return this.unverified(key);
    }
  }

  private hasJustFailed(key: string): boolean {
    const failedAt = this.accepted.get(key)?.failedAt;
    return failedAt !== undefined && performance.now() < failedAt + SHORT_TIMEOUT_FOR_MS;
  }

  private unverified(key: string): Verdict {
    const earlier = this.accepted.get(key);
    if (!earlier) return { refusal: 'unavailable' };
    earlier.failedAt = performance.now();
    unverified.inc();
    return earlier.verdict;
  }

  private async ask(credentials: TokenCredentials, deadlineMs: number): Promise<Verdict> {
    const json = JSON.stringify(credentials);
    const { statusCode, text } = await this.content.ask(INTROSPECTION_PATH, { method: 'POST', json, deadlineMs });
    if (statusCode === 200) return fromAnswer(JSON.parse(text) as IntrospectionAnswer);
    if (MALFORMED.includes(statusCode)) return { refusal: 'unknown' };
    // Such as 404 for a wrong service secret: an answer that verifies nobody, and no outage.
    if (statusCode >= 400) return { refusal: 'unavailable' };
    throw new Error(`introspection answered ${statusCode}`);
  }
}
