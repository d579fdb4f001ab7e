import { refuseInvalid } from '../../calendar/parameters/parameter-faults';
import type { RecordRef } from './record-ref';
import { calledPrefix } from '../../calendar/addresses/called-prefix';

/**
 * Clients that call by another prefix expect the reference's answer to an unknown slug (calendar-behaviour §5.2): a malformed parameter.
 * @throws Problem 400 below another prefix; below the calendar's own prefix it returns, and the calling code answers 404
 */
export function refuseUnknownSlug(ref: RecordRef): void {
  if ('slug' in ref && calledPrefix() !== undefined) refuseInvalid('slug', 'slug must be that of a record.');
}
