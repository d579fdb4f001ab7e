import { NAMESPACE } from '../../config';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const EVENT = { title: 'Fair', start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' };

describe('the Location of a new record', () => {
  it.each<[path: string, body: object]>([
    ['/events', EVENT],
    ['/venues', { venue: 'Hall' }],
    ['/organizers', { organizer: 'Club' }],
    ['/categories', { name: 'Music' }],
    ['/tags', { name: 'Free' }],
  ])('leads from %s to the record', async (path, body) => {
    const api = app.api.as(app.given.editor());
    const { status, headers, text } = await api.post(path, body);
    expect(status).toBe(201);
    const { id } = JSON.parse(text);
    // Terms name their whole address, as in the reference. A relative one is right below every prefix of the gateway.
    const location = new URL(headers.get('location') ?? '', new URL(`/${NAMESPACE}${path}`, api.baseUrl));
    expect(location.pathname).toBe(`/${NAMESPACE}${path}/${id}`);
    expect(JSON.parse((await api.get(`${path}/${id}`)).text)).toMatchObject({ id });
  });

  it('is right with a slash at the end of the called path', async () => {
    const api = app.api.as(app.given.editor());
    const { headers, text } = await api.post('/venues/', { venue: 'Other hall' });
    const { pathname } = new URL(headers.get('location') ?? '', `http://gateway.example/${NAMESPACE}/venues/`);
    expect(pathname).toBe(`/${NAMESPACE}/venues/${JSON.parse(text).id}`);
  });
});
