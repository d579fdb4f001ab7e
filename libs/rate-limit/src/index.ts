export { callerKey, currentCaller, forCaller, userKey } from './caller';
export { HitCounter } from './counting/hit-counter';
export { GuessLimit } from './guess-limit';
export { stopCounting } from './in-flight-limit';
export { RateLimitGuard, RateLimitModule } from './rate-limit.module';
export { Slots } from './slots';
