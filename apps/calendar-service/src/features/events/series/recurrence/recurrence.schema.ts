import { listOf, record, TEXT, WALL_CLOCK, WHOLE } from '@almanac/openapi';

/** Fields of events that repeat, and of events that come from a series; other events do not have them. */
export const RECURRENCE = {
  occurrence_id: {
    type: ['integer', 'null'],
    description: 'Which of the times the dates are; null for a series that no longer begins with its start',
  },
  series_id: { ...WHOLE, description: 'The series that this event is, was split off, or replaces one occurrence of' },
  recurrence: {
    anyOf: [
      record({
        rrule: {
          ...TEXT,
          description: 'Value of an RRULE of RFC 5545; empty for an event that repeats by `rdates` alone',
        },
        exdates: { ...listOf(WALL_CLOCK), description: 'When it does not take place, on the clock of `timezone`' },
        rdates: { ...listOf(WALL_CLOCK), description: 'When it takes place as well' },
      }),
      { type: 'null' },
    ],
    description: 'null for an event that replaces one occurrence or repeats no longer',
  },
  recurrence_start: { ...WALL_CLOCK, description: 'When the occurrence began that this event replaces' },
};
