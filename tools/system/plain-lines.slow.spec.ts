import { freePort } from '@almanac/runtime';
import { REDIS_SERVER, RedisServer, type ServiceName, ServiceProcess, until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../apps/calendar-service/src/testing/calendar-app';
import { type ContentApp, startContent } from '../../apps/content-service/src/testing/content-app';

let content: ContentApp;
let calendar: CalendarApp;
let redis: RedisServer | undefined;
let running: ServiceProcess | undefined;
/** An address at which nothing listens. */
let nowhere: string;
beforeAll(async () => {
  [content, calendar] = await Promise.all([startContent(), startCalendar()]);
  if (REDIS_SERVER !== undefined) redis = await RedisServer.start(REDIS_SERVER);
  nowhere = `127.0.0.1:${await freePort()}`;
});
afterEach(() => running?.kill());
afterAll(async () => {
  await Promise.all([content.close(), calendar.close(), redis?.stop()]);
});

const environments: Record<ServiceName, () => Readonly<Record<string, string | undefined>>> = {
  'content-service': () => ({
    ...content.environment,
    MAIL_HOST: '127.0.0.1',
    MAIL_PORT: nowhere.split(':')[1],
    MAIL_FROM: 'docs@example.com',
    CALENDAR_URL: `http://${nowhere}`,
  }),
  'calendar-service': () => ({ ...calendar.environment, CONTENT_URL: `http://${nowhere}` }),
  gateway: () => ({ CONTENT_URL: `http://${nowhere}`, CALENDAR_URL: `http://${nowhere}` }),
};

const requests: Record<ServiceName, readonly string[]> = {
  'content-service': ['/', '/api/books', '/login', '/nowhere'],
  'calendar-service': ['/calendar/events/v1/events', '/events', '/nowhere'],
  gateway: ['/api/books', '/calendar/events/v1/events', '/nowhere'],
};

it.each<[ServiceName]>([['content-service'], ['calendar-service'], ['gateway']])(
  'each line that %s writes is one JSON object, while all that it asks fails',
  async (service) => {
    let output = '';
    const settings = {
      LOG_LEVEL: 'debug',
      LOG_FORMAT: 'json',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${nowhere}`,
      // A server without a password makes the client print a warning; without a server, nothing listens.
      REDIS_URL: redis ? redis.urlWith('needless') : `redis://${nowhere}`,
    };
    running = await ServiceProcess.start(
      service,
      { ...environments[service](), ...settings },
      (text) => (output += text),
    );
    for (const path of requests[service]) await running.api.as({ token: 'not:one' }).get(path);
    await until(() => output.includes('/nowhere'));
    expect(await running.stop()).toBe(0);
    const lines = output.trimEnd().split('\n');
    expect(lines.filter((line) => !/^\{.*\}$/.test(line))).toEqual([]);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ name: service, level: expect.any(String) });
    if (redis && service !== 'gateway') expect(output).toContain('a password was supplied');
  },
);
