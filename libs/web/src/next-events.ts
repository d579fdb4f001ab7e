/** Calendar's endpoint for the next events, which the gateway does not route. It takes the session cookie of the visitor. */
export const NEXT_EVENTS_PATH = '/internal/next-events';

/** An event as the home page shows it. */
export interface NextEvent {
  title: string;
  path: string;
  /** The value of `<time datetime>`. */
  datetime: string;
  times: string;
}
