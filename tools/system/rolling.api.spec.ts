import { type ServiceName, until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../apps/calendar-service/src/testing/calendar-app';
import { type ContentApp, startContent } from '../../apps/content-service/src/testing/content-app';
import { BusyCaller } from './testing/busy-caller';
import { type Environment, Fleet } from './testing/fleet';

const SETTINGS = { SHUTDOWN_DELAY_MS: '1500', LOG_LEVEL: 'error' };

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
      ['POST', '/api/books', () => ({ name: 'Rolled' })],
    ]),
    new BusyCaller(gateways.url, token, [
      ['POST', '/calendar/events/v1/events', () => event],
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
