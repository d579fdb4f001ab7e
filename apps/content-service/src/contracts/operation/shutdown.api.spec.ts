import { createLogger } from '@almanac/observability';
import { readContentSettings } from '../../config';
import { createContentApp } from '../../start';
import { type ContentApp, startContent } from '../../testing/content-app';

let content: ContentApp;
beforeAll(async () => {
  content = await startContent({ RUN_JOBS: 'true' });
});
afterAll(() => content.close());

/** Each pause ends at another point of the first periodic tasks and polls of the job queue. */
const PAUSES_MS = [0, 10, 20, 80];

describe('a service that is stopped soon after its start', () => {
  it.each(PAUSES_MS)('logs no failure after %i ms', async (ms) => {
    const lines: string[] = [];
    const logger = createLogger(
      { level: 'warn', format: 'json', name: 'test' },
      { write: (line) => void lines.push(line) },
    );
    const app = await createContentApp(readContentSettings(content.environment), logger);
    await app.listen(0, '127.0.0.1');
    await new Promise((resolve) => setTimeout(resolve, ms));
    await app.close();
    expect(lines).toEqual([]);
  });
});
