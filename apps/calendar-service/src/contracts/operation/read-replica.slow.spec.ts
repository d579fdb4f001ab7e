import { counter } from '@almanac/observability';
import { ReplicatedServer, until } from '@almanac/testing';
import { type AnotherProcess, startAnother } from '../../testing/another-process';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let server: ReplicatedServer;
/** Another process, without the replica. */
let writer: CalendarApp;
let reader: AnotherProcess;
let databaseUrl: string;
beforeAll(async () => {
  server = await ReplicatedServer.start();
  writer = await startCalendar();
  databaseUrl = writer.environment['CALENDAR_DATABASE_URL'] ?? '';
  await server.catchUp(databaseUrl);
  const environment = { ...writer.environment, CALENDAR_DATABASE_READ_URL: server.readUrl(databaseUrl) };
  reader = await startAnother({ ...writer, environment });
});
afterAll(async () => {
  await reader.close();
  await writer.close();
  await server.stop();
});

async function replicaReads(): Promise<number> {
  const { values } = await counter('almanac_replica_reads_total', '').get();
  return values.filter(({ labels }) => labels['target'] === 'replica').reduce((sum, { value }) => sum + value, 0);
}

/** Any transaction of the server moves the position in the feed of changes, also one that changes nothing. */
const withoutPosition = (text: string): string => text.replaceAll(/("token":"|since=)[\w-]+/g, '$1');

const LISTS = [
  '/events?start_date=2030-01-01',
  '/venues',
  '/organizers',
  '/categories',
  '/events/changes',
  '/events.ics',
];

describe.each(LISTS)('GET %s with a replica', (path) => {
  const read = async (): Promise<string> => {
    const { status, text } = await reader.api.get(path);
    expect(status).toBe(200);
    return withoutPosition(text);
  };

  it('comes from the replica while it is current', async () => {
    await until(async () => {
      const before = await replicaReads();
      await read();
      return (await replicaReads()) > before;
    });
  });

  it('equals the answer of a process without a replica, also while the replica is held back', async () => {
    await server.pause(databaseUrl);
    try {
      await writer.given.event();
      const answer = await read();
      expect(answer).toBe(withoutPosition((await writer.api.get(path)).text));
    } finally {
      await server.resume(databaseUrl);
    }
    await until(async () => {
      const before = await replicaReads();
      const answer = await read();
      expect(answer).toBe(withoutPosition((await writer.api.get(path)).text));
      return (await replicaReads()) > before;
    });
  });
});

it('a feed has the same ETag with and without a replica', async () => {
  const etagOf = async ({ api }: Pick<CalendarApp, 'api'>) => (await api.get('/events.ics')).headers.get('etag');
  // A transaction that runs during one of the reads is part of the tag.
  await until(async () => {
    const etag = await etagOf(writer);
    return etag !== null && (await etagOf(reader)) === etag;
  });
});
