import type { ThrottlerStorage } from '@nestjs/throttler';
import type { HitCounter } from './hit-counter';

type Hit = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Storage of Throttler: the requests of each caller in the windows of a counter. */
export class RequestWindows implements ThrottlerStorage {
  constructor(private readonly hits: HitCounter) {}

  async increment(key: string, ttl: number, limit: number): Promise<Hit> {
    const { count, endsInMs } = await this.hits.add(`requests ${key}`, ttl);
    const secondsLeft = Math.ceil(endsInMs / 1_000);
    return {
      totalHits: count,
      timeToExpire: secondsLeft,
      isBlocked: count > limit,
      timeToBlockExpire: secondsLeft,
    };
  }
}
