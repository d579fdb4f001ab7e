export { doesNotCount, InFlightLimit } from './in-flight-limit';
export { RateLimitGuard } from './rate-limit.guard';
export { RateLimitModule, type RateLimitOptions } from './rate-limit.module';
export { Slots } from './slots';
export { WindowCounter } from './window-counter';
