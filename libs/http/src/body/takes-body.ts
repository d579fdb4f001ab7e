import { SetMetadata } from '@nestjs/common';

export const TAKES_BODY = 'almanac:takes-body';

/** Exceptions from the default rules for bodies. */
export interface BodyRules {
  /** Callers with this permission may send JSON and forms of up to `largeBytes`. Other callers have the default limit. */
  largeFor?: string;
  /** Ignores a body without a specific type instead of answering 415. For routes that then report a missing field. */
  untypedIsNothing?: boolean;
}

export const TakesBody = (rules: BodyRules) => SetMetadata(TAKES_BODY, rules);
