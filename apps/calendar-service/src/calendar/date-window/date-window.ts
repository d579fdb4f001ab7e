import type { WallClock } from '../time-zones/wall-clock';

/** Parameters of the event list that hold a date, in the order in which links show them. */
export const DATE_PARAMETERS = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'overlaps_from',
  'overlaps_to',
  'modified_after',
] as const;
export type DateParameter = (typeof DATE_PARAMETERS)[number];
export type DateWindowParameter = DateParameter | 'strict_dates' | 'tz';

/** The field of an event that a date is compared with. */
export type ComparedField = 'start' | 'end' | 'modified';
type Operator = '>=' | '<=' | '<' | '>';

/** One condition on events. All conditions of a window must hold. */
export interface DateComparison {
  readonly field: ComparedField;
  readonly operator: Operator;
  /** Excludes events that end exactly then, unless they also start then (RFC 4791 §9.9). */
  readonly isHalfOpen?: boolean;
  /** `local`: compare the event's own wall clock with this one; `utc`: compare the event's instant. */
  readonly against:
    { readonly clock: 'local'; readonly value: WallClock } | { readonly clock: 'utc'; readonly value: Date };
}

export interface DateWindow {
  readonly comparisons: readonly DateComparison[];
  /** The parameters in effect, with defaults. As texts in a link they have the same meaning again. */
  readonly parameters: Readonly<Partial<Record<DateWindowParameter, string>>>;
}

interface ParameterComparison {
  readonly field: ComparedField;
  readonly operator: Operator;
  /** Replaces `operator` when moments are compared. */
  readonly strictOperator?: Operator;
  readonly isHalfOpen?: boolean;
  readonly edge?: 'first' | 'last';
}

/** How each parameter compares, and which end of the day it means for whole days (calendar-behaviour §4.1). Without `edge` it is always a moment. */
export const COMPARISONS: Readonly<Record<DateParameter, ParameterComparison>> = {
  start_date: { field: 'start', operator: '>=', edge: 'first' },
  end_date: { field: 'end', operator: '<=', edge: 'last' },
  starts_before: { field: 'start', operator: '<', edge: 'last' },
  starts_after: { field: 'start', operator: '>', edge: 'last' },
  ends_before: { field: 'end', operator: '<', edge: 'last' },
  ends_after: { field: 'end', operator: '>', edge: 'last' },
  // Our addition: every event that takes place at some time in the range, even if it begins before or ends after it. The end is excluded.
  overlaps_from: { field: 'end', operator: '>=', isHalfOpen: true, edge: 'first' },
  overlaps_to: { field: 'start', operator: '<=', strictOperator: '<', edge: 'last' },
  // Our addition: changes since a client's last request, to the second.
  modified_after: { field: 'modified', operator: '>' },
};
