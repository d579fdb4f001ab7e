import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';
import { ImageHost } from '../../testing/image-host';

let app: CalendarApp;
let host: ImageHost;
let editor: Person;
let event: Made;
beforeAll(async () => {
  host = await ImageHost.start();
  app = await startCalendar({ OUTGOING_ALLOWED_HOSTS: host.host });
  editor = app.given.editor();
  event = await app.given.event({ rrule: 'FREQ=DAILY;COUNT=3' });
  host.serve('/text.txt', 'text', 'text/plain');
});
afterAll(async () => {
  await app.close();
  await host.stop();
});

const DAY = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };

interface Refusal {
  code: string;
  message: string;
  data: { params: unknown; details?: Record<string, { code: string; message: string; data: { param: string } }> };
}

describe('every rejected parameter', () => {
  /** Values of a few types, so that each parameter refuses at least one. */
  const ODD = ['', 'odd one', -5, [{ odd: 1 }]];

  it('is explained in details', async () => {
    const description = JSON.parse((await app.api.get('/doc')).text);
    const seen = new Set<string>();
    for (const [path, verbs] of Object.entries<Record<string, { parameters: { name?: string; in?: string }[] }>>(
      description.paths,
    )) {
      const at = path.replace('{id}', String(event.id));
      if (at.includes('{') || path === '/import') continue;
      const names = (verbs['get']?.parameters ?? []).flatMap(({ name, in: place }) =>
        place === 'query' && name ? [name] : [],
      );
      for (const name of names)
        for (const value of ODD) {
          const query = new URLSearchParams({ [name]: typeof value === 'string' ? value : JSON.stringify(value) });
          await look('GET', `${at}?${query.toString()}`);
        }
      const body = /Create\w+|Update\w+/.exec(JSON.stringify(verbs['post'] ?? {}))?.[0];
      const members = Object.keys(description.components.schemas[body ?? '']?.properties ?? {});
      for (const name of members) for (const value of ODD) await look('POST', at, { [name]: value });
    }
    expect(seen.size).toBeGreaterThan(100);

    async function look(method: string, address: string, sent?: object): Promise<void> {
      const { status, body } = await app.api.as(editor).send(method, address, sent);
      const refusal = body as Refusal;
      if (status !== 400 || refusal.code !== 'rest_invalid_param') return;
      const { params, details = {} } = refusal.data;
      const explained = Object.values(details).map(({ data }) => data.param.split('.')[0]);
      const saysWhy = ({ code, message }: { code: string; message: string }) =>
        code.startsWith('rest_') && message.length >= 15 && !message.startsWith('Invalid parameter');
      const said = Object.values(details).filter((detail) => !saysWhy(detail));
      expect([method, address, sent, [...new Set(explained)], said]).toEqual([
        method,
        address,
        sent,
        Object.keys(Object(params)),
        [],
      ]);
      for (const name of Object.keys(Object(params))) seen.add(`${method} ${address.split('?')[0]} ${name}`);
    }
  });
});

const refused = (path: string, reason: RegExp | string) => ({
  [path]: { code: 'rest_invalid_param', message: expect.stringMatching(reason), data: { param: path } },
});

describe('details name path and reason of', () => {
  it.each<[string, object, object]>([
    [
      'an end before the start',
      { end_date: '2031-04-30' },
      refused('end_date', 'The event would end before it starts.'),
    ],
    ['a text that is no image', { image: 'foo' }, refused('image', /^image must be the id of an image or /)],
    ['an id that no image has', { image: 999_999 }, refused('image', 'image must be the id of an image.')],
    ['an address inside the network', { image: 'http://10.0.0.1/x.png' }, refused('image', /^image cannot be fetched/)],
    [
      'a member of a new venue',
      { venue: { venue: 'x', website: 'foo' } },
      refused('venue.website', /^venue\.website must be an absolute/),
    ],
    ['a new venue without a name', { venue: { city: 'x' } }, refused('venue.venue', 'venue.venue is missing.')],
    [
      'the image of a new venue',
      { venue: { venue: 'x', image: 'http://10.0.0.1/x.png' } },
      refused('venue.image', /^venue\.image cannot/),
    ],
    ['an unknown venue', { venue: 999_999 }, refused('venue', /999999/)],
    [
      'an organizer in a list',
      { organizer: [{ organizer: 'a' }, { organizer: 'b', email: 'c' }] },
      refused('organizer.1.email', /e-mail/),
    ],
    [
      'several values of several organizers',
      { organizer: [{ organizer: 'a', website: 1 }, 'x', { email: 'c' }] },
      {
        'organizer.0.website': {
          code: 'rest_invalid_param',
          message: 'organizer.0.website must be a text.',
          data: { param: 'organizer.0.website' },
        },
        ...refused('organizer.1', /must be an id/),
        ...refused('organizer.2.email', /e-mail/),
        ...refused('organizer.2.organizer', /missing/),
      },
    ],
  ])('%s', async (_, fields, details) => {
    const { status, body } = await app.api.as(editor).post('/events', { title: 'x', ...DAY, ...fields });
    const params = Object.fromEntries(Object.keys(details).map((path) => [path.split('.')[0], 'Invalid parameter.']));
    expect([status, body]).toEqual([400, expect.objectContaining({ data: { status: 400, params, details } })]);
  });

  it('a file that is no image, and a missing upload permission', async () => {
    const image = `http://${host.host}/text.txt`;
    const answer = await app.api.as(editor).post('/events', { title: 'x', ...DAY, image });
    expect(answer.body).toMatchObject({
      data: { details: refused('image', 'image leads to no image that can be read.') },
    });
    const theirs = await app.api.as(app.given.contributor()).post('/events', { title: 'x', ...DAY, image });
    expect(theirs.body).toMatchObject({ data: { details: refused('image', /upload/) } });
  });

  it('null and numbers instead of texts, as in the reference', async () => {
    const type = (name: string) => ({
      code: 'rest_invalid_type',
      message: `${name} is not of type string.`,
      data: { param: name },
    });
    const { body } = await app.api.as(editor).patch(`/events/${event.id}`, { title: null, start_date: 1_814_436_000 });
    expect(body).toMatchObject({
      data: {
        params: { title: 'title is not of type string.', start_date: 'start_date is not of type string.' },
        details: { title: type('title'), start_date: type('start_date') },
      },
    });
  });
});

describe('a single error', () => {
  it('names missing and invalid parameters together', async () => {
    const sent = {
      start_date: 'yesterday-ish',
      author: 999_999,
      venue: { venue: 'x', website: 'foo' },
      rrule: 'FREQ=ODD',
    };
    const { status, body } = await app.api.as(editor).post('/events', sent);
    expect([status, body]).toMatchObject([
      400,
      {
        code: 'rest_missing_callback_param',
        message: 'Missing parameter(s): title, end_date',
        data: { params: ['title', 'end_date'], details: { start_date: {}, author: {}, 'venue.website': {} } },
      },
    ]);
  });

  it.each<[method: string, path: string, sent: object | undefined, names: string]>([
    [
      'POST',
      '/events',
      {
        title: '',
        start_date: 'x',
        end_date: '2031-05-01',
        venue: 'x',
        website: 'x',
        tags: [{}],
        image: 'x',
        author: 'x',
        status: 'x',
        timezone: 'x',
      },
      'author, title, status, timezone, start_date, image, website, tags, venue',
    ],
    [
      'POST',
      '/venues',
      { venue: '', image: 'x', website: 'x', status: 'x', author: 'x' },
      'author, venue, status, website, image',
    ],
    [
      'POST',
      '/organizers',
      { organizer: '', image: 'x', email: 'x', website: 'x', date: 'x' },
      'date, organizer, website, email, image',
    ],
    ['POST', '/categories', { name: '', parent: 'x', slug: 5 }, 'name, slug, parent'],
    ['GET', '/events?venue=x&page=x&start_date=x', undefined, 'page, start_date, venue'],
    ['GET', '/venues?status=x&event=x&per_page=0', undefined, 'per_page, event, status'],
    [
      'GET',
      '/categories?slug=&parent=x&include=&exclude=&order=x&page=0',
      undefined,
      'page, exclude, include, order, parent, slug',
    ],
  ])('names the parameters of %s %s in the order of the reference', async (method, path, sent, names) => {
    const { body } = await app.api.as(editor).send(method, path, sent);
    expect(body).toMatchObject({ message: `Invalid parameter(s): ${names}` });
    expect(Object.keys(Object(Object(Object(body).data).params))).toEqual(names.split(', '));
  });

  it.each([
    ['/venues', { website: 'foo' }, 'venue', 'website'],
    ['/organizers', { email: 'foo' }, 'organizer', 'email'],
    ['/categories', { parent: 999_999 }, 'name', 'parent'],
    ['/tags', { slug: 5 }, 'name', 'slug'],
    ['/feeds', { filters: [] }, 'name', 'filters'],
  ])('names both kinds for POST %s', async (path, sent, missing, invalid) => {
    const { status, body } = await app.api.as(editor).post(path, sent);
    expect([status, body]).toMatchObject([
      400,
      { data: { params: [missing], details: { [invalid]: { data: { param: invalid } } } } },
    ]);
  });

  it('has no details when parameters are only missing', async () => {
    const { body } = await app.api.as(editor).post('/events', {});
    expect(body).toMatchObject({
      code: 'rest_missing_callback_param',
      message: 'Missing parameter(s): title, start_date, end_date',
    });
    expect(body).not.toHaveProperty('data.details');
  });
});
