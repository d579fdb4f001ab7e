import { SetMetadata } from '@nestjs/common';

export const TAKES_BODY = 'almanac:takes-body';

/** How a route's body differs from that of others. */
export interface BodyRules {
  /** JSON and forms may be as large as an upload, from callers who hold this permission. Others' texts are limited as everywhere. */
  largeFor?: string;
  /** A body whose type says nothing of it counts as none instead of being refused. For routes that then miss something, and say so. */
  untypedIsNothing?: boolean;
}

export const TakesBody = (rules: BodyRules) => SetMetadata(TAKES_BODY, rules);
