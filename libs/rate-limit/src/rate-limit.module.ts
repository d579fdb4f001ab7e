import { GuessLimit } from '@almanac/auth';
import { type DynamicModule, Module } from '@nestjs/common';
import { ThrottlerModule, type ThrottlerStorage } from '@nestjs/throttler';
import { InFlightLimit } from './in-flight-limit';
import { RateLimitGuard } from './rate-limit.guard';
import { WindowCounter } from './window-counter';

export interface RateLimitOptions {
  /** Requests per minute and caller. */
  limit: number;
  /** Concurrent requests per caller. */
  inFlight: number;
  /** Storage of the hits; the memory of this process by default. */
  storage?: ThrottlerStorage;
}

const MINUTE_MS = 60_000;

@Module({})
export class RateLimitModule {
  static forRoot({ limit, inFlight, storage = new WindowCounter() }: RateLimitOptions): DynamicModule {
    return {
      module: RateLimitModule,
      imports: [ThrottlerModule.forRoot({ throttlers: [{ limit, ttl: MINUTE_MS }], storage })],
      // Wrong tokens of an address have the same limit as its requests. It is checked before the look-up of a token only.
      providers: [
        RateLimitGuard,
        { provide: InFlightLimit, useValue: new InFlightLimit(inFlight) },
        { provide: GuessLimit, useValue: new GuessLimit(limit) },
      ],
      exports: [RateLimitGuard, GuessLimit],
    };
  }
}
