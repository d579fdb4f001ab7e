import type { Actor } from '@almanac/auth';
import { mayUpdate } from '../../domain/records/rights';
import { attendanceOf } from '../../domain/tickets/attendance';
import { providers } from '../../domain/tickets/ticket-cost';
import type { FullEvent } from './full-event';

/**
 * What an event with tickets tells of them; nothing without. How many come is for those who may change it (calendar-behaviour §2.1).
 * @param isBlanked whether a password keeps it all; who comes then counts as unknown (§6.2)
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
