import type { Columns } from '../../records/record/columns';
import { instantOf } from '../../calendar/dates/date-reading';
import { parseDateText } from '../../calendar/dates/parse-date-text';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { sanitised } from '../../calendar/rendering/sanitised';
import type { Ticket } from '../../calendar/tickets/ticket';
import type { StoredTicket } from '../../calendar/tickets/ticket.entity';
import type { EventRow } from '../events/rows/event-row';
import { storedZone } from '../../calendar/time-zones/stored-zone';
import type { UpdateTicketDto } from './tickets.dto';

/**
 * The columns that this input changes. `faults` gets values that contradict each other, or the places that are taken already.
 * @param current the ticket to change; undefined for a new one
 */
export function ticketColumns(
  input: UpdateTicketDto,
  { timezone }: EventRow,
  current: Ticket | undefined,
  faults: ParameterFaults,
): Columns<StoredTicket> {
  const { name, description, price, currency, capacity, per_occurrence: perOccurrence } = input;
  const zone = storedZone(timezone);
  const moment = (text: string | null): Date | null => {
    const reading = text === null ? undefined : parseDateText(text, zone, new Date());
    return reading ? instantOf(reading, zone) : null;
  };
  const from = input.available_from === undefined ? current?.availableFrom : moment(input.available_from);
  const until = input.available_until === undefined ? current?.availableUntil : moment(input.available_until);
  if (from && until && until < from)
    faults.add(
      input.available_until === undefined ? 'available_from' : 'available_until',
      'The sale must not end before it starts.',
    );
  const sold = current?.mostSold ?? 0;
  if (current && sold > 0 && perOccurrence !== undefined && perOccurrence !== current.perOccurrence)
    faults.add('per_occurrence', 'per_occurrence cannot change while places are taken.');
  if (typeof capacity === 'number' && capacity < sold)
    faults.add('capacity', `capacity must be at least ${sold}: so many places are taken.`);
  return {
    name,
    description: description === undefined ? undefined : sanitised(description),
    price,
    currency,
    capacity,
    perOccurrence,
    availableFrom: from,
    availableUntil: until,
  };
}
