import type { Parameters } from '@almanac/listing';
import type { ComparedField, DateComparison } from '../../domain/date-window/date-window';

const COLUMNS: Record<ComparedField, Record<'local' | 'utc', string>> = {
  start: { local: 'occurrence.starts_local', utc: 'lower(occurrence.during)' },
  end: { local: 'occurrence.ends_local', utc: 'upper(occurrence.during)' },
  modified: { local: 'event.modified_at', utc: 'event.modified_at' },
};

/** SQL for one comparison of a window with an occurrence. */
export function during({ field, operator, against: { clock, value } }: DateComparison, parameters: Parameters): string {
  const type = clock === 'utc' ? 'timestamptz' : 'timestamp';
  return `${COLUMNS[field][clock]} ${operator} ${parameters.add(value)}::${type}`;
}
