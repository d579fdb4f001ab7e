import type { Actor } from '@almanac/auth';
import { mayUpdate } from '../../../records/access/rights';
import { attendanceOf } from '../../../calendar/tickets/attendance';
import { providers } from '../../../calendar/tickets/ticket-cost';
import type { FullEvent } from '../rows/event-row';

/**
 * Ticket members of an event; none without tickets. Only callers who may change the event see its attendance (calendar-behaviour §2.1).
 * @param isBlanked whether a password protects them; their values are null then (§6.2)
 */
export function ticketMembers({ row, tickets }: FullEvent, actor: Actor, isBlanked = false) {
  if (tickets.length === 0) return {};
  const attendance = attendanceOf(tickets);
  return {
    ticketed: isBlanked ? null : providers(tickets),
    ...(mayUpdate(actor, 'event', row) && { attendance: isBlanked ? unknown(attendance) : attendance }),
  };
}

const unknown = (members: object) => Object.fromEntries(Object.keys(members).map((name) => [name, null]));
