import { DescribedAnswers, type Description } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';
import { ImageHost, picture } from '../../testing/image-host';

const DAY = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };

let host: ImageHost;
let app: CalendarApp;
let description: Description;
let answers: DescribedAnswers;
let editor: Person;
/** A record with all its fields set, by the collection's name. */
let made: Record<string, Made>;
beforeAll(async () => {
  host = await ImageHost.start();
  app = await startCalendar({ OUTGOING_ALLOWED_HOSTS: host.host });
  editor = app.given.editor();
  description = JSON.parse((await app.api.get('/doc')).text);
  answers = new DescribedAnswers(description);
  const [parent, tags] = [await app.given.category(), await app.given.tag()];
  const categories = await app.given.category({ parent: parent.id });
  const image = host.serve('/picture.png', await picture(800, 600));
  const venues = await app.given.venue({
    image,
    city: 'Rome',
    geo_lat: 41.9,
    geo_lng: 12.5,
    description: 'On *the* hill',
  });
  const organizers = await app.given.organizer({ email: 'ann@example.test', website: 'https://example.test' });
  const links = { venue: venues.id, organizer: [organizers.id], categories: [categories.id], tags: [tags.id] };
  const events = await app.given.event({ image, cost: '$10', website: 'https://example.test', ...links });
  await app.given.event({ password: 'sesame', cost: '5', ...links });
  await app.given.event();
  made = { events, venues, organizers, categories, tags };
});
afterAll(async () => {
  await app.close();
  await host.stop();
});

/** Tickets and attendees are not public; their own tests check their answers. */
const OF_AN_EVENT = '/events/{id}/';

const nameOf = (path: string): string => path.split('/')[1] ?? '';

describe('the API description matches', () => {
  it('the answers of every GET', async () => {
    const gets = Object.keys(description.paths).filter(
      (path) => description.paths[path]?.['get'] && !path.startsWith(OF_AN_EVENT),
    );
    expect(gets.length).toBeGreaterThan(15);
    for (const path of gets) {
      const record = made[nameOf(path)];
      const filled = path.replace('{id}', String(record?.id ?? 1)).replace('{slug}', String(record?.slug));
      for (const who of [{}, editor]) {
        const { status, body, headers } = await app.api.as(who).get(filled === '/' ? '' : filled);
        if (record || (who === editor && !path.includes('{'))) expect([path, status]).toEqual([path, 200]);
        if (headers.get('content-type')?.includes('json'))
          expect([path, answers.faults('GET', path, status, body)]).toEqual([path, []]);
      }
    }
  });

  it.each([
    [
      '/events',
      {
        title: 'New',
        description: 'Words',
        ...DAY,
        venue: { venue: 'New hall' },
        organizer: [{ organizer: 'New' }],
        tags: ['new'],
      },
    ],
    ['/venues', { venue: 'Hall', country: 'US', state: 'NY', show_map: 'false' }],
    ['/organizers', { organizer: 'Bob', phone: '1' }],
    ['/categories', { name: 'Jazz' }],
    ['/tags', { name: 'loud' }],
  ])('records that are created, changed, deleted and restored in %s', async (path, fields) => {
    const item = `${path}/{id}`;
    const send = async (method: string, id?: number, body?: object, more = '') => {
      const address = `${path}${id === undefined ? '' : `/${id}`}${more}`;
      const answer = await app.api.as(editor).send(method, address, body);
      expect(answer.status).toBeLessThan(300);
      expect(answers.faults(method, `${id === undefined ? path : item}${more}`, answer.status, answer.body)).toEqual(
        [],
      );
      return answer.body;
    };
    expect(answers.bodyFaults('POST', path, fields)).toEqual([]);
    const { id } = JSON.parse(JSON.stringify(await send('POST', undefined, fields)));
    for (const method of ['POST', 'PUT', 'PATCH']) await send(method, id, { description: method });
    await send('DELETE', id);
    if (description.paths[`${item}/restore`]) await send('POST', id, undefined, '/restore');
  });

  it('filtered, sorted and paged lists, and lists around a point', async () => {
    const queries = [
      'per_page=1&page=2',
      'search=event&order=desc',
      'geoloc_lat=41&geoloc_lng=12&geoloc_radius=500',
      'search=none-such',
    ];
    for (const query of queries) {
      const { status, body } = await app.api.get(`/events?${query}&starts_after=2031-01-01`);
      expect([query, status, answers.faults('GET', '/events', status, body)]).toEqual([query, 200, []]);
    }
  });

  it('recurring and postponed events', async () => {
    const { id } = await app.given.event({
      rrule: 'FREQ=WEEKLY;COUNT=3',
      event_status: 'postponed',
      event_status_reason: 'Rain',
    });
    for (const path of ['/events/{id}', '/events/{id}/occurrences']) {
      const { status, body } = await app.api.get(path.replace('{id}', String(id)));
      expect([path, status, answers.faults('GET', path, status, body)]).toEqual([path, 200, []]);
    }
    const { status, body } = await app.api.get('/events?per_page=50&starts_after=2031-01-01');
    expect([status, answers.faults('GET', '/events', status, body)]).toEqual([200, []]);
    expect(body).toMatchObject({ events: expect.arrayContaining([expect.objectContaining({ series_id: id })]) });
  });

  it.each([
    ['GET', '/events', '/events?page=0', {}, 400],
    ['GET', '/events', '/events?page=99', {}, 404],
    ['GET', '/events/{id}', '/events/99999', {}, 404],
    ['GET', '/events/changes', '/events/changes?since=x', {}, 400],
    ['POST', '/events', '/events', {}, 400],
    ['POST', '/events', '/events', { title: '', ...DAY }, 400],
    ['POST', '/events', '/events', { title: 'New', ...DAY }, 401],
    ['POST', '/tags', '/tags', { name: 'loud' }, 401],
    ['DELETE', '/venues/{id}', '/venues/1', {}, 401],
  ])('the error of %s %s (%s, %j)', async (method, path, address, fields, expected) => {
    const { status, body } = await app.api.send(method, address, method === 'GET' ? undefined : fields);
    expect([status, answers.faults(method, path, status, body)]).toEqual([expected, []]);
  });

  it('the error for a duplicate name', async () => {
    await app.given.tag({ name: 'taken' });
    const { status, body } = await app.api.as(editor).post('/tags', { name: 'taken' });
    expect([status, answers.faults('POST', '/tags', status, body)]).toEqual([400, []]);
  });

  it('no answer with an undescribed or mistyped member', () => {
    expect(answers.faults('GET', '/tags/{id}', 200, { ...made['tags'], surprise: 1 })).not.toEqual([]);
    expect(answers.faults('GET', '/tags/{id}', 200, { ...made['tags'], name: 1 })).not.toEqual([]);
    expect(answers.faults('GET', '/tags/{id}', 200, made['tags'])).toEqual([]);
  });
});
