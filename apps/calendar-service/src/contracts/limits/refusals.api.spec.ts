import { interceptLog, type InterceptedLog } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
let log: InterceptedLog;
beforeAll(async () => {
  log = interceptLog();
  app = await startCalendar({ LOG_LEVEL: 'info', API_REQUESTS_PER_MIN: '100' });
});
afterAll(async () => {
  await app.close();
  log.restore();
});

const EVENT = { title: 'Fair', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };
const author = () => app.content.user(['event-create', 'event-publish']);

describe('a rejected request logs no error and no stack', () => {
  it.each<[status: number, what: string, send: () => Promise<{ status: number }>]>([
    [400, 'malformed JSON', () => app.api.saying('application/json', author()).post('/events', '{"title":')],
    [400, 'an invalid date', () => app.api.as(author()).post('/events', { ...EVENT, start_date: 'soon' })],
    [400, 'an image of a private address', () => sent({ ...EVENT, image: 'http://127.0.0.1:1/a.png' })],
    [400, 'an invalid filter', () => app.api.get('/events?per_page=many')],
    [401, 'a missing token', () => app.api.post('/events', EVENT)],
    [401, 'a wrong token', () => app.api.as({ token: '99:wrong' }).get('/events')],
    [403, 'a missing permission', () => app.api.as(app.content.user([])).post('/events', EVENT)],
    [404, 'an unknown event', () => app.api.get('/events/99999')],
    [404, 'an unknown path', () => app.api.get('/nothing')],
    [404, 'a method that no route has', () => app.api.send('PATCH', '/events')],
    [415, 'an unknown type', () => app.api.saying('text/csv', author()).post('/events', 'title')],
    [429, 'too many requests', usedUp],
  ])('with %i for %s', async (status, _what, send) => {
    const before = (await log.read(app.api.baseUrl)).length;
    expect((await send()).status).toBe(status);
    const lines = (await log.read(app.api.baseUrl)).slice(before).trim().split('\n').filter(Boolean);
    expect(lines.filter((line) => line.includes('"stack"') || levelOf(line) !== 'info')).toEqual([]);
  });
});

const sent = (event: object) => app.api.as(author()).post('/events', event);
const levelOf = (line: string): unknown => Reflect.get(Object(JSON.parse(line)), 'level');

async function usedUp() {
  const caller = author();
  for (let request = 0; request < 100; request++) await app.api.as(caller).get('/events');
  return app.api.as(caller).get('/events');
}
