export { HitCounter, type Hits } from './counting/hit-counter';
export { MemoryHits } from './counting/memory-hits';
export { GuessLimit } from './guess-limit';
export { doesNotCount, InFlightLimit } from './in-flight-limit';
export { RateLimitGuard } from './rate-limit.guard';
export { RateLimitModule, type RateLimitOptions } from './rate-limit.module';
export { Slots } from './slots';
