import { demoCalendar } from './calendar/calendar';
import { DemoApi, type DemoApiOptions } from './demo-api';
import { demoShelves, MARKER_SHELF } from './library/library';
import { seedCalendar } from './seed-calendar';
import { seedLibrary } from './seed-library';

interface SeedDemoOptions extends DemoApiOptions {
  readonly log?: (line: string) => void;
}

/**
 * Fills a system with a small library and a calendar through its public API. A complete system stays unchanged; an interrupted run
 * is completed.
 * @throws Error with the answer of the system when it refuses something
 */
export async function seedDemo({ log = () => undefined, ...options }: SeedDemoOptions): Promise<{ wasThere: boolean }> {
  const api = new DemoApi(options);
  const shelves = await api.idsByName(`/api/shelves?filter[name]=${encodeURIComponent(MARKER_SHELF)}`, 'data', 'name');
  if (shelves.has(MARKER_SHELF)) return { wasThere: true };

  log('Filling in the demo content …');
  await seedCalendar(api, demoCalendar(new Date()));
  // Last, because its last shelf marks the demo content as complete.
  await seedLibrary(api, demoShelves);
  return { wasThere: false };
}
