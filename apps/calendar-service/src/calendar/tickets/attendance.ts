import { placesLeft, type TicketFigures } from './ticket';

/**
 * Attendance of an event over all its tickets: the three members of calendar-behaviour §2.1, and the number of people who may still come. `capacity` and
 * `available` are null as soon as one ticket has no limit, or has one for each occurrence.
 */
export function attendanceOf(tickets: readonly TicketFigures[]) {
  const going = sum(tickets.map(({ sold }) => sold)) ?? 0;
  const checkedIn = sum(tickets.map((ticket) => ticket.checkedIn)) ?? 0;
  return {
    total_attendees: going,
    checked_in: checkedIn,
    not_checked_in: going - checkedIn,
    going,
    capacity: sum(tickets.map(({ capacity, perOccurrence }) => (perOccurrence ? null : capacity))),
    available: sum(tickets.map(placesLeft)),
  };
}

const sum = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((total, number) => (total === null || number === null ? null : total + number), 0);
