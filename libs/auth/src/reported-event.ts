/** Content's endpoint for the events of other services. It needs the service secret, and the gateway does not route it. */
export const REPORTED_EVENTS_PATH = '/internal/webhooks/events';

/** A change that another service reports for webhooks. That service has checked that everybody may see it. */
export interface ReportedEvent {
  /** Identifies the change, so that a repeated report makes no second message. */
  source: string;
  event: string;
  /** null once the record is gone. */
  name: string | null;
  happened_at: string;
  url: string | null;
  related_item: object;
  category_ids: readonly number[];
}
