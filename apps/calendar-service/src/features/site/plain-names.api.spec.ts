import type { VisitingBrowser } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { browserOf, fieldsIn, unescaped } from '../../testing/page-visitors';

let app: CalendarApp;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startCalendar();
  browser = browserOf(app, app.given.editor());
});
afterAll(() => app.close());

const ADD = '/events/community/add';
const NEW = { start_date: '2041-05-08', start_time: '10:00', end_date: '2041-05-08', end_time: '11:30' };

describe('forms', () => {
  it.each<[field: string, path: string, fields: Record<string, string>]>([
    ['title', ADD, { title: 'If a<b then c > d' }],
    ['organizer', ADD, { title: 'X', 'new_organizer[organizer]': 'Ann <ann@example.test>' }],
    ['tags', ADD, { title: 'X', 'tags[0]': 't<q r' }],
    ['venue', '/events/community/add/venue', { venue: 'Hall a<b c' }],
    ['name', '/events/community/add/tag', { name: 'a</b' }],
  ])('refuse a name with what looks like a tag at the field %s of %s', async (field, path, fields) => {
    const before = await app.database.query('SELECT count(*) FROM events');
    const page = await browser.get(path);
    const { status, text } = await browser.submit(path, {
      ...(path === ADD ? { ...fieldsIn(page.text), ...NEW } : {}),
      ...fields,
    });
    expect([status, unescaped(text)]).toEqual([422, expect.stringContaining('Put a space after “<”.')]);
    expect(text).toContain(`id="${field}-fault"`);
    expect(await app.database.query('SELECT count(*) FROM events')).toEqual(before);
  });

  it('keep a name that a program wrote with signs of HTML', async () => {
    const event = await app.given.event({ title: 'a &lt;b c', description: 'One' });
    const form = `/events/community/edit/event/${event.id}`;
    const fields = fieldsIn((await browser.get(form)).text);
    expect(fields['title']).toBe('a <b c');
    expect((await browser.submit(form, { ...fields, description: 'Two' })).status).toBe(303);
    expect((await app.api.get(`/events/${event.id}`)).body).toMatchObject({
      title: event['title'],
      description: '<p>Two</p>',
    });
  });
});
