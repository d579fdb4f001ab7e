import { isDeepStrictEqual } from 'node:util';
import { REDIS_SERVER, RedisServer, ServiceProcess } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../apps/calendar-service/src/testing/calendar-app';
import { type ContentApp, startContent } from '../../apps/content-service/src/testing/content-app';

if (REDIS_SERVER === undefined)
  it.skip('replicas with shared limits need the Redis server that tools/ci/redis.sh installs', () => undefined);
else {
  const program = REDIS_SERVER;
  let redis: RedisServer;
  let content: ContentApp;
  let calendar: CalendarApp;
  const running: ServiceProcess[] = [];
  beforeAll(async () => {
    [redis, content, calendar] = await Promise.all([RedisServer.start(program), startContent(), startCalendar()]);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((replica) => replica.kill()));
  });
  afterAll(async () => {
    await Promise.all([content.close(), calendar.close()]);
    await redis.stop();
  });

  async function twoReplicas(
    service: 'content-service' | 'calendar-service',
    settings: Readonly<Record<string, string>>,
  ): Promise<[ServiceProcess, ServiceProcess]> {
    const environment = service === 'content-service' ? content.environment : calendar.environment;
    const start = () =>
      ServiceProcess.start(service, { ...environment, REDIS_URL: redis.url, LOG_LEVEL: 'fatal', ...settings });
    const replicas: [ServiceProcess, ServiceProcess] = [await start(), await start()];
    running.push(...replicas);
    return replicas;
  }

  /** Sends the requests to one replica after the other. @returns how many answers had each status */
  async function statusesOf(count: number, send: (at: number) => Promise<{ status: number }>) {
    const statuses: Record<number, number> = {};
    for (let at = 0; at < count; at += 1) {
      const { status } = await send(at);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    return statuses;
  }

  /** Tries again with other callers: on a busy machine a process may take Redis for silent, and count alone. */
  async function untilEqual(statuses: (attempt: number) => Promise<object>, expected: object): Promise<void> {
    const seen: object[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      seen.push(await statuses(attempt));
      if (isDeepStrictEqual(seen.at(-1), expected)) return;
    }
    expect(seen).toContainEqual(expected);
  }

  it('two replicas count the requests of a caller together, and alone when Redis is gone', async () => {
    const replicas = await twoReplicas('content-service', { API_REQUESTS_PER_MIN: '20' });
    const statuses = async () => {
      const { token } = await content.given.editor();
      return statusesOf(30, (at) => replicas[at % 2]!.api.as({ token }).get('/api/books'));
    };
    await untilEqual(statuses, { 200: 20, 429: 10 });
    await redis.stop();
    await untilEqual(statuses, { 200: 30 });
    await redis.run();
  });

  it('two replicas state together how many requests are left', async () => {
    const replicas = await twoReplicas('calendar-service', { API_REQUESTS_PER_MIN: '20' });
    const left = async () => {
      const { token } = calendar.given.editor();
      const counts: string[] = [];
      for (const replica of [...replicas, ...replicas]) {
        const { headers } = await replica.api.as({ token }).get('/calendar/events/v1/events');
        counts.push(`${headers.get('ratelimit-policy')} ${/r=\d+/.exec(headers.get('ratelimit') ?? '')?.[0]}`);
      }
      return counts;
    };
    const policy = '"default";q=20;w=60';
    await untilEqual(left, [`${policy} r=19`, `${policy} r=18`, `${policy} r=17`, `${policy} r=16`]);
  });

  it('two replicas count wrong tokens of an address together', async () => {
    const replicas = await twoReplicas('content-service', { API_REQUESTS_PER_MIN: '6' });
    await untilEqual(
      (attempt) =>
        statusesOf(10, (at) =>
          replicas[at % 2]!.api.with({ 'x-forwarded-for': `198.51.100.${attempt}` })
            .as({ token: `${'a'.repeat(32)}:${String(at).padStart(32, '0')}` })
            .get('/api/books'),
        ),
      { 401: 6, 429: 4 },
    );
  });

  it('two replicas count wrong passwords of an event together', async () => {
    const { id } = await calendar.given.event({ password: 'right' });
    const replicas = await twoReplicas('calendar-service', {});
    await untilEqual(
      (attempt) =>
        statusesOf(14, (at) =>
          replicas[at % 2]!.api.with({ 'x-forwarded-for': `198.51.100.${attempt}` }).get(
            `/calendar/events/v1/events/${id}?password=wrong-${attempt}-${at}`,
          ),
        ),
      { 403: 10, 429: 4 },
    );
  });
}
