import { DescribedAnswers } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

const [TICKETS, ATTENDEES] = ['/events/{id}/tickets', '/events/{id}/attendees'];

let app: CalendarApp;
let answers: DescribedAnswers;
beforeAll(async () => {
  app = await startCalendar();
  answers = new DescribedAnswers(JSON.parse((await app.api.get('/doc')).text));
});
afterAll(() => app.close());

/** Sends a request. Returns all deviations of its body and its answer from the API description, or the status of an error. */
async function faults(route: string, path: string, ids: Record<string, number>, body?: object): Promise<unknown[]> {
  const [method = '', query = ''] = route.split('?');
  const address = path.replace(/\{(\w+)\}/g, (_, key: string) => String(ids[key]));
  const answer = await app.api.as(app.given.editor()).send(method, query ? `${address}?${query}` : address, body);
  const inBody = body ? answers.bodyFaults(method, path, body) : [];
  return answer.status < 300
    ? [...inBody, ...answers.faults(method, path, answer.status, answer.body)]
    : [answer.status];
}

it('tickets, attendees and their events match the API description', async () => {
  const made = await app.given.ticket({ capacity: 9, available_from: '2021-01-01' });
  const { id: attendeeId } = await app.given.attendee(made);
  const ids = { id: made.event, ticketId: made.id, attendeeId };
  const found = [
    await faults('POST', TICKETS, ids, { name: 'Front row', price: 12.5, currency: 'EUR', capacity: null }),
    await faults('GET', TICKETS, ids),
    await faults('GET', `${TICKETS}/{ticketId}`, ids),
    await faults('PATCH', `${TICKETS}/{ticketId}`, ids, { price: '3', available_until: null }),
    await faults('POST', ATTENDEES, ids, { ticket: made.id, name: 'Ann', email: 'ann@example.test' }),
    await faults('POST', `${ATTENDEES}/{attendeeId}/check-in`, ids),
    await faults('GET', ATTENDEES, ids),
    await faults('GET', `${ATTENDEES}/{attendeeId}`, ids),
    await faults('GET', '/events/{id}', ids),
    await faults('PATCH', '/events/{id}', ids, { password: 'sesame' }),
    await faults(`GET?include=${made.event}`, '/events', ids),
    await faults('DELETE', `${ATTENDEES}/{attendeeId}/check-in`, ids),
    await faults('DELETE', `${ATTENDEES}/{attendeeId}`, ids),
    await faults('DELETE?force=true', `${TICKETS}/{ticketId}`, ids),
  ];
  expect(found).toEqual(found.map(() => []));
});
