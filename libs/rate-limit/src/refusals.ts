import { counter } from '@almanac/observability';

/** Requests beyond a limit of their caller. */
export const refusals = counter('almanac_limit_refusals_total', 'Requests that a limit of their caller refused.', [
  'limit',
]);
