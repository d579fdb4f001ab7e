import { rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@almanac/observability';
import { freePort } from '@almanac/runtime';
import { isPlainObject } from '@almanac/validation';
import { commandsOf as calendarCommands } from '../../apps/calendar-service/src/commands';
import { readCalendarSettings } from '../../apps/calendar-service/src/config';
import { createCalendarApp } from '../../apps/calendar-service/src/start';
import { commandsOf as contentCommands } from '../../apps/content-service/src/commands';
import { readContentSettings } from '../../apps/content-service/src/config';
import { createContentApp } from '../../apps/content-service/src/start';
import { readConfig } from '../../apps/gateway/src/config';
import { Gateway } from '../../apps/gateway/src/gateway';
import { newDataFolder, startPostgres } from '../whole-system';
import { ROOT } from './sources';

const TOKEN = `${'house'.padEnd(32, '0')}:${'0123456789abcdef'.repeat(2)}`;
const WARM_UP = 3;

/** @returns the id of the record that the answer shows */
type Send = (method: string, address: string, body?: object) => Promise<number>;

/** For each journey of a request through the three programs: the number of own files whose functions run. */
export async function filesOfJourneys(): Promise<Map<string, number>> {
  const system = await startInOneProcess();
  const profiler = new Session();
  profiler.connect();
  try {
    await profiler.post('Profiler.enable');
    await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const { send } = system;
    const book = await send('POST', '/api/books', { name: 'House' });
    const page = await send('POST', '/api/pages', { book_id: book, name: 'Room', html: '<p>One</p>' });
    const event = { title: 'Party', start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' };
    await send('POST', '/calendar/events/v1/events', event);
    let change = 0;
    /** A commit empties the cache of answers. */
    const commit = () => send('PUT', `/api/books/${book}`, { description: `Change ${change++}` });
    const journeys: Record<string, () => Promise<unknown>> = {
      'GET page': () => send('GET', `/api/pages/${page}`),
      'PUT page': () =>
        send('PUT', `/api/pages/${page}`, { name: `Room ${change}`, html: `<p>${change}</p>`, tags: [{ name: 'a' }] }),
      'events list': () => send('GET', '/calendar/events/v1/events?search=party&start_date=2031-01-01'),
    };
    const files = new Map<string, number>();
    for (const [name, journey] of Object.entries(journeys)) {
      for (let round = 0; round < WARM_UP; round++) await commit().then(journey);
      await commit();
      await profiler.post('Profiler.takePreciseCoverage'); // sets all counts to zero
      await journey();
      const { result } = await profiler.post('Profiler.takePreciseCoverage');
      const ran = result.filter(({ functions }) =>
        functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
      );
      files.set(name, ran.filter(({ url }) => isOwn(url)).length);
    }
    return files;
  } finally {
    profiler.disconnect();
    await system.stop();
  }
}

const isOwn = (url: string): boolean =>
  url.startsWith('file:') && /^(apps|libs)\//.test(path.relative(ROOT, fileURLToPath(url)));

/** The whole system with empty databases, so that one profiler sees all of it. */
async function startInOneProcess(): Promise<{ send: Send; stop: () => Promise<void> }> {
  const folder = newDataFolder('house');
  const postgres = await startPostgres(path.join(folder, 'postgres'));
  const port = await freePort();
  const common = {
    BASE_URL: `http://127.0.0.1:${port}`,
    SERVICE_SECRET: 'a secret of programs that live for a minute',
    LOG_LEVEL: 'error',
    RUN_JOBS: 'false',
  };
  const contentEnv = {
    ...common,
    DATABASE_URL: postgres.url('content'),
    STORAGE_URL: `file://${folder}/content`,
    ADMIN_API_TOKEN: TOKEN,
  };
  await contentCommands(contentEnv)['migrate']?.run({ switches: new Set(), values: [] });
  const content = await createContentApp(readContentSettings(contentEnv));
  await content.listen(0, '127.0.0.1');
  const calendarEnv = {
    ...common,
    CALENDAR_DATABASE_URL: postgres.url('calendar'),
    STORAGE_URL: `file://${folder}/calendar`,
    CONTENT_URL: await content.getUrl(),
  };
  await calendarCommands(calendarEnv)['migrate']?.run({ switches: new Set(), values: [] });
  const calendar = await createCalendarApp(readCalendarSettings(calendarEnv));
  await calendar.listen(0, '127.0.0.1');
  const gatewayEnv = {
    HOST: '127.0.0.1',
    CONTENT_URL: await content.getUrl(),
    CALENDAR_URL: await calendar.getUrl(),
  };
  const gateway = await Gateway.create(
    readConfig(gatewayEnv),
    createLogger({ level: 'error', format: 'json', name: 'gateway' }),
  );
  await gateway.listen(port, '127.0.0.1');
  return {
    send: async (method, address, body) => {
      const answer = await fetch(`${common.BASE_URL}${address}`, {
        method,
        headers: { authorization: `Token ${TOKEN}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
      const made: unknown = await answer.json();
      return isPlainObject(made) ? Number(made['id']) : 0;
    },
    stop: async () => {
      await gateway.close();
      await calendar.close();
      await content.close();
      await postgres.stop({ now: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
