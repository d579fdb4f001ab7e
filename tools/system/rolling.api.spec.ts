import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type ServiceName, until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../apps/calendar-service/src/testing/calendar-app';
import { type ContentApp, startContent } from '../../apps/content-service/src/testing/content-app';
import { type Environment, Fleet } from './testing/fleet';

const SETTINGS = { SHUTDOWN_DELAY_MS: '1500', LOG_LEVEL: 'error' };

/** A caller that sends one request after the other on a kept-alive connection and never retries. */
class BusyCaller {
  answered = 0;
  readonly failures: string[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly over: Promise<void>;
  private isOver = false;

  constructor(
    private readonly base: string,
    private readonly token: string,
    private readonly requests: readonly (readonly [method: string, path: string, body?: object])[],
  ) {
    this.over = this.work();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.over;
    this.agent.destroy();
  }

  private async work(): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      const [method, path, body] = this.requests[turn % this.requests.length]!;
      try {
        const { status, answer } = await this.send(method, path, body);
        if (status < 300) this.answered += 1;
        else this.failures.push(`${method} ${path}: ${status} ${answer.slice(0, 200)}`);
      } catch (failure) {
        this.failures.push(`${method} ${path}: ${String(failure)}`);
      }
    }
  }

  private send(method: string, path: string, body?: object): Promise<{ status: number; answer: string }> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Token ${this.token}`, 'content-type': 'application/json' };
      const sent = request(new URL(path, this.base), { method, agent: this.agent, headers });
      sent.on('error', reject);
      sent.on('response', (response: IncomingMessage) => {
        text(response).then((answer) => resolve({ status: response.statusCode ?? 0, answer }), reject);
      });
      sent.end(body && JSON.stringify(body));
    });
  }
}

let content: ContentApp;
let calendar: CalendarApp;
const fleets: Fleet[] = [];
beforeAll(async () => {
  content = await startContent();
  calendar = await startCalendar();
});
afterAll(async () => {
  await Promise.all(fleets.map((fleet) => fleet.end()));
  await content.close();
  await calendar.close();
});

it('a rolling update of all three programs fails no request', async () => {
  const fleet = async (program: ServiceName, environment: Environment) => {
    const made = await Fleet.start(program, { ...environment, ...SETTINGS });
    fleets.push(made);
    return made;
  };
  const contents = await fleet('content-service', content.environment);
  const CONTENT_URL = contents.url;
  const calendars = await fleet('calendar-service', { ...calendar.environment, CONTENT_URL });
  const gateways = await fleet('gateway', { CONTENT_URL, CALENDAR_URL: calendars.url });
  await Promise.all([contents, calendars, gateways].flatMap((each) => [each.grow(), each.grow()]));

  const { token } = await content.given.admin();
  const event = { title: 'Fair', start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' };
  const callers = Array.from({ length: 3 }, () => [
    new BusyCaller(gateways.url, token, [
      ['GET', '/api/books?count=5'],
      ['POST', '/api/books', { name: 'Rolled' }],
    ]),
    new BusyCaller(gateways.url, token, [
      ['POST', '/calendar/events/v1/events', event],
      ['GET', '/calendar/events/v1/events?per_page=2'],
    ]),
  ]).flat();
  await until(() => callers.every(({ answered }) => answered > 2));

  const codes: (number | null)[] = [];
  for (const each of [contents, calendars, gateways])
    for (let one = 0; one < 2; one += 1) codes.push(await each.replaceOne());

  const before = callers.map(({ answered }) => answered);
  await until(() => callers.every(({ answered }, index) => answered > (before[index] ?? 0)));
  await Promise.all(callers.map((caller) => caller.stop()));
  expect(callers.flatMap(({ failures }) => failures)).toEqual([]);
  expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
});
