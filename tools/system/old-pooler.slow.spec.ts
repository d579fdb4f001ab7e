import { PGBOUNCER, PgBouncer, type ServiceName, ServiceProcess, type TestApi, until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../apps/calendar-service/src/testing/calendar-app';
import { type ContentApp, startContent } from '../../apps/content-service/src/testing/content-app';

/** More runs than a text needs to get a name. */
const REPEATS = 30;

if (PGBOUNCER === undefined)
  it.skip('services behind an old PgBouncer need the one that tools/ci/postgres.sh installs', () => undefined);
else {
  const program = PGBOUNCER;
  let content: ContentApp;
  let calendar: CalendarApp;
  let pooler: PgBouncer;
  let running: ServiceProcess | undefined;
  beforeAll(async () => {
    [content, calendar] = await Promise.all([
      startContent({ RUN_JOBS: 'false' }),
      startCalendar({ RUN_JOBS: 'false' }),
    ]);
    pooler = await PgBouncer.start(program, content.databaseUrl);
  });
  afterEach(() => running?.kill());
  afterAll(async () => {
    await pooler.stop();
    await Promise.all([content.close(), calendar.close()]);
  });

  async function start(service: ServiceName, environment: Readonly<Record<string, string | undefined>>) {
    const setting = service === 'content-service' ? 'DATABASE_URL' : 'CALENDAR_DATABASE_URL';
    let output = '';
    running = await ServiceProcess.start(
      service,
      {
        ...environment,
        [setting]: pooler.urlOf(environment[setting] ?? ''),
        DATABASE_PREPARED_STATEMENTS: 'true',
        LOG_LEVEL: 'warn',
        RUN_JOBS: 'true',
      },
      (text) => (output += text),
    );
    return { api: running.api, lines: () => output.split('\n').filter(Boolean) };
  }

  /** @returns how many answers had each status */
  async function statuses(requests: readonly (() => ReturnType<TestApi['get']>)[]) {
    const seen: Record<number, number> = {};
    for (let round = 0; round < REPEATS; round += 1)
      for (const { status } of await Promise.all(requests.map((send) => send())))
        seen[status] = (seen[status] ?? 0) + 1;
    return seen;
  }

  const finished = async ({ database }: ContentApp | CalendarApp) => {
    const [row] = await database.query<{ jobs: number }>(
      "SELECT count(*)::int AS jobs FROM jobs.job WHERE state = 'completed'",
    );
    return row?.jobs ?? 0;
  };

  const switchedOff = [expect.stringContaining('DATABASE_PREPARED_STATEMENTS=false')];

  it('content-service with the default settings fails no request and no job behind PgBouncer before 1.21', async () => {
    const { api, lines } = await start('content-service', content.environment);
    const admin = api.as(await content.given.admin());
    const read = () => admin.get('/api/books');
    const write = () => admin.post('/api/books', { name: 'Pooled' });
    expect(await statuses([read, read, write, write, () => admin.get('/api/users')])).toEqual({ 200: REPEATS * 5 });
    await until(async () => (await finished(content)) > 0);
    expect(lines()).toEqual(switchedOff);
  });

  it('calendar-service with the default settings fails no request and no job behind PgBouncer before 1.21', async () => {
    const { api, lines } = await start('calendar-service', calendar.environment);
    const editor = api.as(calendar.given.editor());
    const read = () => api.get('/calendar/events/v1/events');
    const write = () => editor.post('/calendar/events/v1/venues', { venue: 'Pooled' });
    expect(await statuses([read, read, write, write])).toEqual({ 200: REPEATS * 2, 201: REPEATS * 2 });
    await until(async () => (await finished(calendar)) > 0);
    expect(lines()).toEqual(switchedOff);
  });
}
