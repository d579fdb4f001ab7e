import { Problem } from '@almanac/errors';
import { isPlainObject } from '@almanac/validation';
import { EventFault } from '../../../calendar/icalendar/reading/split-file';

/** Runs the work; a refusal of the API becomes a fault of this event alone. */
export async function asFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status >= 500) throw failure;
    const details: unknown = failure.details.data?.['details'];
    const reasons = isPlainObject(details)
      ? Object.values(details).flatMap((detail) => (isPlainObject(detail) ? [String(detail['message'])] : []))
      : [];
    throw new EventFault(reasons.length === 0 ? failure.message : reasons.join(' '));
  }
}
