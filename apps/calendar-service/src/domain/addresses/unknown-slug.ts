import { refuseInvalid } from '../parameters/parameter-faults';
import type { RecordRef } from '../records/record-ref';
import { calledPrefix } from './called-prefix';

/**
 * Clients that call another prefix expect what the reference says of a slug that nothing has (calendar-behaviour §5.2): a parameter is malformed.
 * @throws Problem 400 below another prefix; below the calendar's own, whoever asks says 404
 */
export function refuseUnknownSlug(ref: RecordRef): void {
  if ('slug' in ref && calledPrefix() !== undefined) refuseInvalid('slug', 'slug must be that of a record.');
}
