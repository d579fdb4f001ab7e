import { Problem } from '@almanac/errors';
import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerRequest } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { callerKey } from './caller';
import { InFlightLimit } from './in-flight-limit';
import { refusals } from './refusals';

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
