import { Client } from 'pg';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Made } from '../../testing/given';

let app: CalendarApp;
let links: object;
beforeAll(async () => {
  app = await startCalendar();
  const [venue, organizer] = [await app.given.venue(), await app.given.organizer()];
  const [category, tag] = [await app.given.category(), await app.given.tag()];
  links = { venue: { id: venue.id }, organizer: [{ id: organizer.id }], categories: [category.id], tags: [tag.id] };
});
afterAll(() => app.close());

/** Observes the statements of all connections. */
const listener = jest.spyOn(Client.prototype, 'query');

const DATES = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };

const send = async (method: string, path: string, body: object, status: number): Promise<Made> => {
  const answer = await app.api.as(app.given.editor()).send(method, path, body);
  expect(answer.status).toBe(status);
  return answer.body as Made;
};

/** The fewest statements of five requests: periodic tasks add some to others. */
async function leastStatements(write: (n: number) => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let n = 1; n <= 5; n += 1) {
    const before = listener.mock.calls.length;
    await write(n);
    counts.push(listener.mock.calls.length - before);
  }
  return Math.min(...counts);
}

const newEvent = (n: number) =>
  send('POST', '/events', { title: `Regatta ${n}`, status: 'publish', ...DATES, ...links }, 201);

// Each number includes begin and commit, and the read of the answer.

it('a new event with venue, organizer, category and tag takes 7 statements', async () => {
  expect(await leastStatements(newEvent)).toBe(7);
});

it('a changed title takes 6 statements', async () => {
  const { id } = await newEvent(6);
  expect(await leastStatements((n) => send('PATCH', `/events/${id}`, { title: `Changed ${n}` }, 200))).toBe(6);
});

it('a changed slug takes 8 statements', async () => {
  const { id } = await newEvent(7);
  expect(await leastStatements((n) => send('PATCH', `/events/${id}`, { slug: `changed-${n}` }, 200))).toBe(8);
});

it('links take 8 statements, with changed dates 9', async () => {
  const { id } = await newEvent(8);
  expect(await leastStatements(() => send('PATCH', `/events/${id}`, { ...DATES, ...links }, 200))).toBe(8);
  const dates = (n: number) => ({ start_date: `2031-05-0${n} 09:00:00`, end_date: `2031-05-0${n} 10:00:00` });
  expect(await leastStatements((n) => send('PATCH', `/events/${id}`, { ...dates(n), ...links }, 200))).toBe(9);
});
