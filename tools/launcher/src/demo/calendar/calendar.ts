import { DemoDays } from './days';
import type { DemoEvent } from './demo-event';
import { companyEvents } from './company';
import { meetUps } from './meet-ups';
import { talks } from './talks';
import { workshops } from './workshops';
import { categories, organizers, venues } from './places';

export interface DemoCalendar {
  readonly venues: typeof venues;
  readonly organizers: typeof organizers;
  readonly categories: typeof categories;
  readonly events: readonly DemoEvent[];
  /** Titles of events with a password. */
  readonly protectedTitles: readonly string[];
}

/** A calendar around this moment: two events of the past, all others in the coming weeks. */
export function demoCalendar(now: Date): DemoCalendar {
  const days = new DemoDays(now);
  const events = [...workshops(days), ...meetUps(days), ...talks(days), ...companyEvents(days)];
  const protectedTitles = events.flatMap(({ title, isProtected }) => (isProtected ? [title] : []));
  return { venues, organizers, categories, events, protectedTitles };
}
