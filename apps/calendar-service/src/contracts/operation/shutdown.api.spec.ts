import { createLogger } from '@almanac/observability';
import { readCalendarSettings } from '../../config';
import { createCalendarApp } from '../../start';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let calendar: CalendarApp;
beforeAll(async () => {
  calendar = await startCalendar();
});
afterAll(() => calendar.close());

/** After each pause, the first periodic tasks and the job queue are in another state. */
const PAUSES_MS = [0, 10, 20, 80];

describe('a service that stops soon after its start', () => {
  it.each(PAUSES_MS)('logs no failure after %i ms', async (ms) => {
    const lines: string[] = [];
    const logger = createLogger(
      { level: 'warn', format: 'json', name: 'test' },
      { write: (line) => void lines.push(line) },
    );
    const app = await createCalendarApp(readCalendarSettings(calendar.environment), logger);
    await app.listen(0, '127.0.0.1');
    await new Promise((resolve) => setTimeout(resolve, ms));
    await app.close();
    expect(lines).toEqual([]);
  });
});
