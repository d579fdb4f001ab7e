import { histogram } from './metrics';

/** Few, because there is one series per bucket, route, method and status. */
const BUCKETS = [0.01, 0.05, 0.25, 1, 5, 30];

const durations = histogram(
  'almanac_request_seconds',
  'Duration of requests, from their first line to the end of the answer.',
  ['method', 'route', 'status'],
  BUCKETS,
);

/** A request of express; only the fields that its metrics read. */
export interface RoutedRequest {
  method?: string | undefined;
  route?: { path?: string } | undefined;
}

/** The template of the matched route, such as `/api/books/:id`. Never the called path, which has as many values as there are callers. */
export const routeTemplate = ({ route }: RoutedRequest): string => route?.path ?? 'unmatched';

/** Counts a finished request with its duration. @param status `aborted` when the answer was not sent completely */
export function measureRequest(method: string, route: string, status: number | 'aborted', milliseconds: number): void {
  durations.observe({ method, route, status }, milliseconds / 1_000);
}
