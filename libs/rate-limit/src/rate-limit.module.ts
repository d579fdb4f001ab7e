import type { Logger } from '@almanac/observability';
import { type DynamicModule, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { HitCounter } from './counting/hit-counter';
import { MemoryHits } from './counting/memory-hits';
import { RedisHits } from './counting/redis-hits';
import { RequestWindows } from './counting/request-windows';
import { GuessLimit } from './guess-limit';
import { InFlightLimit } from './in-flight-limit';
import { RateLimitGuard } from './rate-limit.guard';

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
