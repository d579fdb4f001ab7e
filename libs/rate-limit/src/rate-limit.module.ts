import { Problem } from '@almanac/errors';
import type { Logger } from '@almanac/observability';
import { type DynamicModule, Module, Inject, Injectable } from '@nestjs/common';
import { ThrottlerModule, ThrottlerGuard, type ThrottlerRequest } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { callerKey, refusals } from './caller';
import { HitCounter, MemoryHits, RequestWindows } from './counting/hit-counter';
import { RedisHits } from './counting/redis-hits';
import { GuessLimit } from './guess-limit';
import { InFlightLimit } from './in-flight-limit';

/** Throttler's guard with the headers and the counting of the contract. A request within the rate limit then waits for `InFlightLimit`. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  @Inject(InFlightLimit)
  private readonly inFlight!: InFlightLimit;

  protected override getTracker(request: Request): Promise<string> {
    return Promise.resolve(callerKey(request));
  }

  protected override async handleRequest({
    context,
    limit,
    ttl,
    blockDuration,
    throttler,
  }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    const request = http.getRequest<Request>();
    const key = await this.getTracker(request);
    const hit = await this.storageService.increment(key, ttl, limit, blockDuration, throttler.name ?? 'default');
    response.setHeader('X-RateLimit-Limit', String(limit));
    const remaining = Math.max(0, limit - hit.totalHits);
    response.setHeader('X-RateLimit-Remaining', String(remaining));
    // The same by draft-ietf-httpapi-ratelimit-headers: what is left, and the seconds until the window ends.
    response.setHeader('RateLimit-Policy', `"default";q=${limit};w=${ttl / 1_000}`);
    response.setHeader('RateLimit', `"default";r=${remaining};t=${hit.timeToExpire}`);
    if (!hit.isBlocked) {
      await this.inFlight.enter(key, request, response);
      return true;
    }
    const retryAfter = Math.max(1, hit.timeToBlockExpire);
    refusals.inc({ limit: 'requests' });
    throw new Problem(429, 'Too Many Attempts.', {
      headers: {
        'Retry-After': String(retryAfter),
        'X-RateLimit-Reset': String(Math.floor(Date.now() / 1_000) + retryAfter),
      },
    });
  }
}

interface RateLimitOptions {
  /** Requests per minute and caller. */
  limit: number;
  /** Concurrent requests per caller, over all processes that share their counts. */
  inFlight: number;
  /** Processes of a service with the same Redis count together. Without it, each process counts alone. */
  redisUrl: string | undefined;
  service: string;
  logger: Logger;
}

const MINUTE_MS = 60_000;

@Module({})
export class RateLimitModule {
  static forRoot({ limit, inFlight, redisUrl, service, logger }: RateLimitOptions): DynamicModule {
    const shared = redisUrl === undefined ? undefined : new RedisHits(redisUrl, `almanac:${service}:`, logger);
    const hits: HitCounter = shared ?? new MemoryHits();
    // A caller's requests spread over the processes, so each process grants its part of the limit.
    const share = () => Math.ceil(inFlight / (shared?.processes ?? 1));
    return {
      module: RateLimitModule,
      global: true,
      imports: [
        ThrottlerModule.forRoot({ throttlers: [{ limit, ttl: MINUTE_MS }], storage: new RequestWindows(hits) }),
      ],
      // Wrong tokens of an address have the same limit as its requests. It is checked before the look-up of a token only.
      providers: [
        RateLimitGuard,
        { provide: HitCounter, useValue: hits },
        { provide: InFlightLimit, useValue: new InFlightLimit(share) },
        { provide: GuessLimit, useValue: new GuessLimit(limit, hits) },
      ],
      exports: [RateLimitGuard, GuessLimit, HitCounter],
    };
  }
}
