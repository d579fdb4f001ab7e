import { demoCalendar } from './calendar/calendar';
import { seedCalendar } from './calendar/seed-calendar';
import { DemoApi, type DemoApiOptions } from './api/demo-api';
import { supportPlaybook } from './library/books/support-playbook';
import { discardedPage, demoShelves, MARKER_SHELF } from './library/library';
import { discardPage, seedSortRule, seedWebhook } from './library/seed-extras';
import { seedBooks, seedShelves } from './library/seed-library';
import { DemoAuthors } from './people/demo-authors';
import { DemoPasswords } from './people/demo-passwords';
import { demoPeople } from './people/people';

interface SeedDemoOptions extends DemoApiOptions {
  /** Keeps the passwords of the demo's people. */
  readonly passwordsFile: string;
  /** Address of a picture that the calendar may fetch. */
  readonly pictureUrl: (name: string) => string;
  readonly now?: Date;
  readonly log?: (line: string) => void;
}

/**
 * Fills a system with people, a library and a calendar through its public API. A complete system stays unchanged; an interrupted run
 * is completed.
 * @throws Error with the answer of the system when it refuses something
 */
export async function seedDemo(options: SeedDemoOptions): Promise<{ wasThere: boolean }> {
  const { log = () => undefined, signal, now = new Date() } = options;
  const failure = new AbortController();
  const admin = new DemoApi({ ...options, signal: AbortSignal.any([failure.signal, ...(signal ? [signal] : [])]) });
  const marker = `/api/shelves?filter[name]=${encodeURIComponent(MARKER_SHELF)}`;
  if ((await admin.list(marker)).length > 0) return { wasThere: true };

  log('Filling in the demo content …');
  const calendar = demoCalendar(now);
  const secrets = [...demoPeople.map(({ email }) => email), ...calendar.protectedTitles];
  const passwords = DemoPasswords.open(options.passwordsFile, secrets);
  const authors = new DemoAuthors(admin);
  try {
    await authors.arrive(passwords);
    await seedSortRule(admin);
    await Promise.all([
      seedCalendar(admin, authors, calendar, { pictureUrl: options.pictureUrl, passwords }),
      seedBooks(
        admin,
        authors,
        demoShelves.flatMap((shelf) => shelf.books),
      ),
    ]);
    await seedWebhook(admin);
    await discardPage(admin, authors, discardedPage, supportPlaybook.name);
    // Last, because the last shelf marks the demo content as complete.
    await seedShelves(admin, authors, demoShelves);
  } catch (error) {
    // One failed request ends the others.
    failure.abort();
    await authors.leave(new DemoApi(options)).catch(() => undefined);
    throw error;
  }
  await authors.leave(admin);
  return { wasThere: false };
}
