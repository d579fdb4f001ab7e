import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';
import { ImageHost } from '../../testing/image-host';
import { imageRequests } from '../images/image-requests';

let host: ImageHost;
let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  host = await ImageHost.start();
  app = await startCalendar({ OUTGOING_ALLOWED_HOSTS: host.host });
  editor = app.given.editor();
});
afterAll(async () => {
  await app.close();
  await host.stop();
});

type Body = Record<string, unknown>;

/** An answer of the API, as JSON has it. */
const read = async (path: string, who: Person = editor): Promise<Body> => {
  const { status, body } = await app.api.as(who).get(path);
  if (status !== 200 || typeof body !== 'object' || body === null) throw new Error(`${path} answered ${status}`);
  return { ...body };
};

/** Without the members that every change changes, inside linked records too. */
const lasting = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key.startsWith('modified') ? undefined : value)));

/** The rows of the calendar that a change of events can touch. */
const stored = () =>
  app.database.query(
    `SELECT (SELECT json_agg(row_to_json(kept) ORDER BY id) FROM (SELECT id, slug, title, excerpt, cost, website, status, parent_id, author_id,
        image_id, timezone, all_day, starts_local, ends_local, starts_at, ends_at, rrule, exdates, rdates, series_id, recurrence_start,
        published_at FROM events) kept) AS events,
      (SELECT json_agg(row_to_json(occurrence) ORDER BY id) FROM occurrences occurrence) AS occurrences,
      (SELECT json_agg(row_to_json(link) ORDER BY event_id, venue_id) FROM event_venues link) AS venues,
      (SELECT json_agg(row_to_json(link) ORDER BY event_id, organizer_id) FROM event_organizers link) AS organizers,
      (SELECT json_agg(row_to_json(link) ORDER BY event_id, term_id) FROM event_terms link) AS terms`,
  );

const SERIES = {
  rrule: 'FREQ=WEEKLY;COUNT=6;BYDAY=TH',
  exdates: ['2031-05-15'],
  rdates: ['2031-05-06 18:00:00', '2031-06-30 09:00:00'],
};

const images = imageRequests(() => ({ app, host }));
const imageId = async () => (await images.stored()).id;

const linked = async () => ({
  venue: [(await app.given.venue({ city: 'Rome', image: await imageId() })).id, (await app.given.venue()).id],
  organizer: [(await app.given.organizer({ email: 'a@example.test' })).id, (await app.given.organizer()).id],
  categories: [
    (await app.given.category({ parent: (await app.given.category()).id })).id,
    (await app.given.category()).id,
  ],
  tags: [(await app.given.tag()).id],
  image: await imageId(),
});

const partOf = async (fields: object, change: object): Promise<Made> => {
  const series = await app.given.event(fields);
  const { status, body } = await app.api.as(editor).patch(`/events/${series.id}`, change);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as Made;
};

const withTickets = async (fields: object = {}) => {
  const event = await app.given.event(fields);
  await app.given.ticket({ price: '12' }, event.id);
  await app.given.ticket({ price: '20', capacity: 5 }, event.id);
  return event;
};

const withHidden = async () => {
  const hidden = { status: 'private' };
  const venue = [(await app.given.venue(hidden)).id, (await app.given.venue()).id];
  return app.given.event({ venue, organizer: [(await app.given.organizer(hidden)).id], author: author.id });
};
let author: Person;
beforeAll(() => {
  author = app.given.author();
});

/** Epoch seconds of half past two on the morning on which Rome puts the clock back, the first time that it comes. */
const FIRST_OF_TWO = String(Date.UTC(2031, 9, 26, 0, 30) / 1_000);

const EVENTS: [string, () => Promise<Made>, query?: string][] = [
  ['a plain event', () => app.given.event()],
  [
    'an event with all of its texts',
    () =>
      app.given.event({
        title: 'Fish &amp; chips &lt;b&gt;',
        description: 'One\n\nTwo <em>lines</em>\nand <a href="https://example.test">more</a> & [a code]',
        excerpt: 'Short\n\ntext',
        website: 'https://example.test/a?b=c',
      }),
  ],
  ['an event with links, terms and an image', async () => app.given.event(await linked())],
  [
    'an event with flags',
    () => app.given.event({ show_map: true, sticky: true, featured: true, hide_from_listings: true }),
  ],
  ['an event with a price', () => app.given.event({ cost: '23' })],
  ['an event with prices', () => app.given.event({ cost: ['0', '12.50 €', '$30'] })],
  ['an event with a price in words', () => app.given.event({ cost: ['Donation', 'Students, half'] })],
  ['an event with tickets', () => withTickets()],
  ['an event with tickets and a price', () => withTickets({ cost: '$5' })],
  ['an event of whole days', () => app.given.event({ all_day: true, end_date: '2031-05-03' })],
  ['an event in another zone', () => app.given.event({ timezone: 'Asia/Tokyo' })],
  ['an event at an offset', () => app.given.event({ timezone: 'UTC-5:30' })],
  [
    'an event in an hour that comes twice',
    () => app.given.event({ start_date: FIRST_OF_TWO, end_date: '2031-10-26 05:00:00' }),
  ],
  [
    'an event that begins and ends in such an hour',
    () => app.given.event({ start_date: FIRST_OF_TWO, end_date: FIRST_OF_TWO }),
  ],
  ['an event that is canceled', () => app.given.event({ event_status: 'canceled', event_status_reason: 'Rain' })],
  ['an event with a parent', async () => app.given.event({ post_parent: (await app.given.event()).id })],
  ['an event of another author', () => app.given.event({}, app.given.author())],
  ['an event with a date', () => app.given.event({ date: '2020-02-03 04:05:06', timezone: 'Asia/Tokyo' })],
  ['an event to be published', () => app.given.event({ date_utc: '2041-01-01 00:00:00' })],
  ['a private event', () => app.given.event({ status: 'private' })],
  ['a draft', () => app.given.event({ status: 'draft', slug: 'a-draft-with-a-slug' })],
  ['a pending event', () => app.given.event({ status: 'pending', date: '2030-01-01' })],
  [
    'an event with a password',
    () => app.given.event({ password: 'sesame', cost: '$3', featured: true }),
    '?context=edit',
  ],
  ['a series', () => app.given.event(SERIES)],
  ['a series without an end', () => app.given.event({ rrule: 'FREQ=DAILY;INTERVAL=3' })],
  [
    'a series with an end',
    () => app.given.event({ rrule: 'FREQ=DAILY;UNTIL=20310520T080000Z', timezone: 'America/New_York' }),
  ],
  ['a series of whole days', () => app.given.event({ ...SERIES, all_day: true, rdates: ['2031-05-06'] })],
  ['a series of dates', () => app.given.event({ rdates: SERIES.rdates })],
  ['a series whose first occurrence is gone', () => app.given.event({ ...SERIES, exdates: ['2031-05-01'] })],
  ['an occurrence of a series', () => app.given.event(SERIES), '?occurrence_date=2031-05-22'],
  ['a further date of a series', () => app.given.event(SERIES), '?occurrence_date=2031-06-30T09:00:00'],
  ['an event that replaces an occurrence', () => partOf(SERIES, { occurrence_date: '2031-05-22', title: 'Another' })],
  [
    'a series that was split off',
    () => partOf(SERIES, { occurrence_date: '2031-05-22', scope: 'following', title: 'Later' }),
  ],
  [
    'a split series that no longer repeats',
    async () => {
      const { id } = await partOf(SERIES, { occurrence_date: '2031-05-22', scope: 'following', title: 'Once' });
      return partOf({}, {}).then(
        async () => (await app.api.as(editor).patch(`/events/${id}`, { rrule: '' })).body as Made,
      );
    },
  ],
];

const VERBS = ['PUT', 'PATCH', 'POST'] as const;

describe('an answer about one event that is sent back as it is', () => {
  it.each(EVENTS)('changes nothing of %s', async (_, make, query = '') => {
    const { id, slug } = await make();
    const path = `/events/${id}`;
    const former = await read(`${path}${query}`);
    const rows = await stored();
    for (const verb of VERBS)
      for (const to of slug === '' ? [path] : [path, `/events/by-slug/${slug}`]) {
        const { status, body } = await app.api.as(editor).send(verb, to, former);
        expect([verb, to, status, body]).toEqual([verb, to, 200, expect.objectContaining({ id })]);
        expect(lasting(await read(`${path}${query}`))).toEqual(lasting(former));
        expect(await stored()).toEqual(rows);
      }
  });

  it('keeps linked records that the caller may not read', async () => {
    const { id } = await withHidden();
    const former = await read(`/events/${id}`, author);
    expect(former).toMatchObject({ venues: [{}], organizer: [] });
    const rows = await stored();
    expect((await app.api.as(author).put(`/events/${id}`, former)).status).toBe(200);
    expect(await stored()).toEqual(rows);
  });

  it.each(['events', 'venues', 'organizers'])('changes nothing as an item of a list: %s', async (plural) => {
    const name = { events: 'event', venues: 'venue', organizers: 'organizer' }[plural] ?? '';
    const image = await imageId();
    const { id } =
      plural === 'events'
        ? await app.given.event({ ...SERIES, ...(await linked()) })
        : plural === 'venues'
          ? await app.given.venue({ image })
          : await app.given.organizer({ image });
    const list = await read(`/${plural}?include=${id}&per_page=5&start_date=2031-05-01`);
    const [former] = list[plural] as Body[];
    expect(former).toMatchObject({ id });
    const rows = await stored();
    expect([name, (await app.api.as(editor).put(`/${plural}/${id}`, former)).status]).toEqual([name, 200]);
    expect(await stored()).toEqual(rows);
  });

  it('makes a copy of its texts, dates, links and repetition when it is posted', async () => {
    const former = await read(`/events/${(await app.given.event({ ...SERIES, ...(await linked()) })).id}`);
    const { status, body } = await app.api.as(editor).post('/events', former);
    expect(status).toBe(201);
    const same = [
      'title',
      'description',
      'image',
      'venues',
      'organizer',
      'recurrence',
      'start_date',
      'end_date',
      'author',
    ];
    const { categories, ...copy } = await read(`/events/${(body as Made).id}`);
    expect(lasting(copy)).toMatchObject(
      lasting(Object.fromEntries(same.map((name) => [name, former[name]]))) as object,
    );
    expect(categories).toMatchObject((former['categories'] as Body[]).map(({ id }) => ({ id })));
  });
});

describe('an answer that is sent back with one change', () => {
  const change = async (id: number, fields: object, query = '') => {
    const former = await read(`/events/${id}${query}`);
    const { status, body } = await app.api.as(editor).put(`/events/${id}`, { ...former, ...fields });
    expect([status, body]).toEqual([200, expect.objectContaining({ id })]);
    return { former, now: await read(`/events/${id}`) };
  };

  it.each(['', '?occurrence_date=2031-05-22'])('changes the whole series%s', async (query) => {
    const { id } = await app.given.event(SERIES);
    const events = 'SELECT count(*) FROM events';
    const count = await app.database.query(events);
    const { now } = await change(id, { title: 'Renamed' }, query);
    expect(now).toMatchObject({
      title: 'Renamed',
      recurrence: { rrule: SERIES.rrule },
      start_date: '2031-05-01 10:00:00',
    });
    expect(await app.database.query(events)).toEqual(count);
  });

  it('takes exceptions and the rule along with a new start', async () => {
    const { id } = await app.given.event(SERIES);
    const { now } = await change(id, { start_date: '2031-05-02 11:00:00', end_date: '2031-05-02 12:00:00' });
    expect(now['recurrence']).toEqual({
      rrule: 'FREQ=WEEKLY;COUNT=6;BYDAY=FR',
      exdates: ['2031-05-16 11:00:00'],
      rdates: ['2031-05-07 19:00:00', '2031-07-01 10:00:00'],
    });
  });

  it('changes one occurrence with scope=this', async () => {
    const { id } = await app.given.event(SERIES);
    const former = await read(`/events/${id}?occurrence_date=2031-05-22`);
    const { status, body } = await app.api.as(editor).put(`/events/${id}`, { ...former, title: 'One', scope: 'this' });
    expect([status, body]).toMatchObject([200, { title: 'One', recurrence: null, series_id: id }]);
    expect(await read(`/events/${id}`)).toMatchObject({ title: former['title'], recurrence: former['recurrence'] });
  });

  it('keeps the end and the instant of a start in an hour that comes twice', async () => {
    const { id } = await app.given.event({ start_date: FIRST_OF_TWO, end_date: '2031-10-26 05:00:00' });
    const { former, now } = await change(id, { end_date: '2031-10-26 06:00:00' });
    expect(now).toMatchObject({ utc_start_date: former['utc_start_date'], end_date: '2031-10-26 06:00:00' });
  });

  it('keeps an end that is sent beside a new start', async () => {
    const { id } = await app.given.event();
    const { now } = await change(id, { start_date: '2031-05-01 09:00:00' });
    expect(now).toMatchObject({ start_date: '2031-05-01 09:00:00', end_date: '2031-05-01 11:00:00' });
  });

  it('replaces all venues by another `venue`, and follows `venues` where `venue` is its first', async () => {
    const [one, two, three] = [await app.given.venue(), await app.given.venue(), await app.given.venue()];
    const { id } = await app.given.event({ venue: [one.id, two.id] });
    const venuesOf = ({ now }: { now: Body }) => (now['venues'] as Made[]).map((venue) => venue.id);
    expect(venuesOf(await change(id, { venues: [{ id: one.id }, three.id] }))).toEqual([one.id, three.id]);
    expect(venuesOf(await change(id, { venue: two.id }))).toEqual([two.id]);
    expect(venuesOf(await change(id, { venue: [] }))).toEqual([]);
    expect((await app.api.as(editor).patch(`/events/${id}`, { venues: [three.id, one.id] })).body).toMatchObject({
      venues: [{ id: three.id }, { id: one.id }],
    });
  });

  it('stores another cost, website, image and other terms', async () => {
    const { id } = await withTickets(await linked());
    const category = await app.given.category();
    const { former, now } = await change(id, {
      cost: '€9',
      website: 'https://example.test/',
      image: false,
      categories: [category],
      tags: [],
    });
    expect(former).toMatchObject({ cost: expect.stringContaining('12'), image: { id: expect.any(Number) } });
    expect(now).toMatchObject({
      cost: '€9',
      website: 'https://example.test/',
      image: false,
      tags: [],
      categories: [{ id: category.id }],
    });
  });

  it('follows a new slug with the page that an event without a website shows', async () => {
    const { id } = await app.given.event();
    const { now } = await change(id, { slug: 'moved-to-another-slug' });
    expect(now).toMatchObject({ website: expect.stringContaining('/moved-to-another-slug/') });
  });

  it('dates a draft at its publication', async () => {
    const { id } = await app.given.event({ status: 'draft' });
    await app.database.query(`UPDATE events SET created_at = '2020-01-01' WHERE id = $1`, [id]);
    const { former, now } = await change(id, { status: 'publish' });
    expect(former).toMatchObject({ date: '2020-01-01 01:00:00', date_utc: '0000-00-00 00:00:00' });
    expect(now).toMatchObject({ status: 'publish', date_utc: now['modified_utc'] });
    const draft = await app.given.event({ status: 'draft' });
    expect((await change(draft.id, { date: '2030-01-01 12:00:00' })).now).toMatchObject({
      date_utc: '2030-01-01 11:00:00',
    });
  });
});

describe.each<['venue' | 'organizer', string, object]>([
  [
    'venue',
    'venues',
    {
      city: 'Rome',
      country: 'Italy',
      province: 'RM',
      stateprovince: 'Lazio',
      geo_lat: '41.9',
      geo_lng: '12.5',
      show_map: false,
    },
  ],
  ['organizer', 'organizers', { email: 'a@example.test', phone: '1', website: 'https://example.test' }],
])('an answer about one %s that is sent back as it is', (kind, plural, fields) => {
  it.each<[string, { image?: true; description?: string; status?: string; date?: string }]>([
    ['as it is', {}],
    ['with all of its fields', { ...fields, description: 'One\n\nTwo' }],
    ['as a draft', { status: 'draft' }],
    ['with a date', { date: '2020-02-03 04:05:06' }],
    ['with an image', { image: true }],
  ])('changes nothing: %s', async (_, more) => {
    const given = { ...more, ...(more.image === true && { image: await imageId() }) };
    const { id, slug } = await app.given[kind]({
      ...given,
      [kind]: `Fish &amp; chips &lt;b&gt; ${Object.keys(more).join(' ')}`,
    });
    const former = await read(`/${plural}/${id}`);
    for (const verb of VERBS)
      for (const to of slug === '' ? [`/${plural}/${id}`] : [`/${plural}/${id}`, `/${plural}/by-slug/${slug}`]) {
        const { status, body } = await app.api.as(editor).send(verb, to, former);
        expect([status, body]).toEqual([200, expect.objectContaining({ id })]);
        expect(lasting(await read(`/${plural}/${id}`))).toEqual(lasting(former));
      }
  });

  it('dates a draft at its publication', async () => {
    const { id } = await app.given[kind]({ status: 'draft' });
    await app.database.query(`UPDATE ${plural} SET created_at = '2020-01-01' WHERE id = $1`, [id]);
    const former = await read(`/${plural}/${id}`);
    expect((await app.api.as(editor).put(`/${plural}/${id}`, { ...former, status: 'publish' })).status).toBe(200);
    const now = await read(`/${plural}/${id}`);
    expect(now).toMatchObject({ status: 'publish', date_utc: now['modified_utc'] });
  });
});

it.each(['categories', 'tags'] as const)(
  'an answer about a term that is sent back changes nothing: %s',
  async (plural) => {
    const parent = plural === 'categories' ? { parent: (await app.given.category()).id } : {};
    const { id } = await (plural === 'tags'
      ? app.given.tag({ description: 'Words' })
      : app.given.category({ ...parent, description: 'Words' }));
    const root = plural === 'tags' ? await app.given.tag() : await app.given.category();
    for (const path of [`/${plural}/${id}`, `/${plural}/${root.id}`]) {
      const former = await read(path);
      for (const verb of VERBS) expect((await app.api.as(editor).send(verb, path, former)).body).toEqual(former);
    }
  },
);

it('an answer about a ticket that is sent back changes nothing', async () => {
  for (const fields of [
    {},
    { price: '12.50', capacity: 3, available_from: '2031-01-01 08:00:00', description: 'One\n\nTwo' },
  ]) {
    const { event, id } = await app.given.ticket(fields);
    const path = `/events/${event}/tickets/${id}`;
    const former = await read(path);
    for (const verb of VERBS)
      expect(lasting((await app.api.as(editor).send(verb, path, former)).body)).toEqual(lasting(former));
  }
});
