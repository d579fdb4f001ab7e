import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';

// Titles begin with the ids of the conformance cases.
const DAY = { start_date: '2031-07-01 10:00:00', end_date: '2031-07-01 12:00:00' };

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const post = (fields: object, who: Partial<Person> = editor) =>
  app.api.as(who).post('/events', { title: 'An event', ...DAY, ...fields });

/** Tomorrow's date in a zone. */
const tomorrowIn = (zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.now() + 86_400_000);

it('EC-1, EC-2: missing parameters are reported before missing rights', async () => {
  expect(await post({}, {})).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } });
  expect(await app.api.post('/events', DAY)).toMatchObject({
    status: 400,
    body: { code: 'rest_missing_callback_param', data: { params: ['title'] } },
  });
});

it('EC-3: dates without a zone are in the zone of the site', async () => {
  const elsewhere = await startCalendar({ TZ_SITE: 'America/New_York' });
  try {
    const fields = { title: 'An event', slug: 'my-event', description: 'An event content', excerpt: 'Short', ...DAY };
    expect(await elsewhere.api.as(elsewhere.given.editor()).post('/events', fields)).toMatchObject({
      status: 201,
      body: {
        ...DAY,
        slug: 'my-event',
        description: '<p>An event content</p>',
        excerpt: '<p>Short</p>',
        timezone: 'America/New_York',
        utc_start_date: '2031-07-01 14:00:00',
        utc_end_date: '2031-07-01 16:00:00',
      },
    });
  } finally {
    await elsewhere.close();
  }
});

it.each([
  ['EC-4', 'UTC', '10:00:00'],
  ['EC-4', 'Asia/Hong_Kong', '02:00:00'],
  ['EC-4', 'Europe/Rome', '08:00:00'],
  ['EC-4', 'America/Juneau', '18:00:00'],
  ['EC-28', 'UTC-5', '15:00:00'],
])('%s: local times in %s are kept, and are %s in UTC', async (_, timezone, utc) => {
  expect((await post({ timezone })).body).toMatchObject({ ...DAY, timezone, utc_start_date: `2031-07-01 ${utc}` });
});

it.each(['Asia/Tokyo', 'America/Juneau'])('EC-5: tomorrow is the day after today in %s', async (timezone) => {
  const days = [tomorrowIn(timezone)];
  const { body } = await post({ timezone, start_date: 'tomorrow 9am', end_date: 'tomorrow 11am' });
  days.push(tomorrowIn(timezone));
  expect(days.map((day) => `${day} 09:00:00`)).toContain(JSON.parse(JSON.stringify(body)).start_date);
});

it.each([
  ['EC-6', { title: undefined }, 'title'],
  ['EC-6', { title: '' }, 'title'],
  ['EC-6', { start_date: undefined }, 'start_date'],
  ['EC-6', { start_date: '' }, 'start_date'],
  ['EC-6', { end_date: undefined }, 'end_date'],
  ['EC-6', { end_date: '' }, 'end_date'],
  ['EC-6', { start_date: 'before my birthday' }, 'start_date'],
  ['EC-6', { end_date: 'after it' }, 'end_date'],
  ['EC-7', { author: 99_999 }, 'author'],
  ['EC-7', { author: '' }, 'author'],
  ['EC-7', { date: 'foo' }, 'date'],
  ['EC-7', { date_utc: 'foo' }, 'date_utc'],
  ['EC-7', { website: 'foo' }, 'website'],
  ['EC-7', { website: 'https://example.test/a b' }, 'website'],
  ['EC-8', { timezone: 'Mars/Base' }, 'timezone'],
  ['EC-27', { end_date: '2031-06-30' }, 'end_date'],
  ['§5.4: dates are texts', { start_date: 1_900_000_000 }, 'start_date'],
  ['§5.4: no other status', { status: 'inherit' }, 'status'],
])('%s: %j is rejected with 400', async (_, fields, name) => {
  const { status, body } = await post(fields);
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`"${name}"`)]);
});

it('EC-9: an editor can name another user as author', async () => {
  const author = app.given.author();
  expect((await post({ author: author.id })).body).toMatchObject({ author: author.id });
});

it('EC-10, EC-11: a future date delays publication, and each date sets the other', async () => {
  expect((await post({ date: '2999-01-01 09:00:00' })).body).toMatchObject({
    status: 'future',
    date: '2999-01-01 09:00:00',
    date_utc: '2999-01-01 08:00:00',
  });
  expect((await post({ date_utc: '2020-07-01 09:00:00' })).body).toMatchObject({
    status: 'publish',
    date: '2020-07-01 11:00:00',
    date_utc: '2020-07-01 09:00:00',
  });
});

it('EC-12: derived fields in the request are ignored', async () => {
  const derived = {
    url: 'https://x.test',
    rest_url: 'https://x.test',
    utc_start_date: '2000-01-01 00:00:00',
    start_date_details: { year: '1' },
    timezone_abbr: 'XXX',
    cost_details: { values: ['9'] },
    id: 1,
    global_id: 'x',
  };
  const { status, body } = await post({ ...derived, timezone: 'UTC' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    utc_start_date: DAY.start_date,
    start_date_details: { year: '2031' },
    timezone_abbr: 'UTC',
    cost_details: { values: [] },
  });
  for (const [name, value] of Object.entries(derived)) expect(body).not.toHaveProperty(name, value);
});

it('EC-13: an all-day event lasts from midnight to the last second', async () => {
  const { body } = await post({ all_day: true, start_date: '2031-07-01 09:00', end_date: '2031-07-05 11:00' });
  expect(body).toMatchObject({
    all_day: true,
    start_date: '2031-07-01 00:00:00',
    end_date: '2031-07-05 23:59:59',
    utc_start_date: '2031-06-30 22:00:00',
    utc_end_date: '2031-07-05 21:59:59',
  });
});

it.each([
  [
    'EC-17',
    '20$',
    { cost: '20$', cost_details: { currency_symbol: '$', currency_position: 'postfix', values: ['20'] } },
  ],
  ['EC-18', ['0$', '20$', '30$'], { cost: 'Free – 30$', cost_details: { values: ['0', '20', '30'] } }],
])('%s: a cost of %j is parsed into its details', async (_, cost, expected) => {
  expect((await post({ cost })).body).toMatchObject(expected);
});

it.each(['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'])(
  'EC-20: authors can set %s',
  async (flag) => {
    const author = app.given.author();
    for (const [value, expected] of [
      [true, true],
      ['true', true],
      ['1', true],
      ['false', false],
      [0, false],
    ])
      expect((await post({ [flag]: value }, author)).body).toMatchObject({ [flag]: expected });
    expect((await post({ [flag]: 'yes' }, author)).status).toBe(400);
  },
);

it('EC-21, EC-22: callers without the publish permission get the status pending', async () => {
  const status = async (who: Person) => (await post({ status: 'publish' }, who)).body;
  expect(await status(app.given.contributor())).toMatchObject({ status: 'pending' });
  for (const who of [editor, app.given.author()]) expect(await status(who)).toMatchObject({ status: 'publish' });
});

it('EC-29: events with the same title get different slugs', async () => {
  const slugs = [await app.given.event({ title: 'Alike' }), await app.given.event({ title: 'Alike' })].map(
    ({ slug }) => slug,
  );
  expect(slugs).toEqual(['alike', 'alike-2']);
});

it('EC-30: callers without the right to manage terms create none', async () => {
  await post({ categories: 'brand-new' }, app.given.contributor());
  expect((await app.api.get('/categories?hide_empty=false&search=brand-new')).body).toMatchObject({ total: 0 });
});

it.each([
  ['2031-03-29', '08:00:00', 'CET'],
  ['2031-03-31', '07:00:00', 'CEST'],
])('EC-31: nine o’clock on %s is %s in UTC, %s', async (date, utc, abbreviation) => {
  const { body } = await post({ start_date: `${date} 09:00`, end_date: `${date} 10:00` });
  expect(body).toMatchObject({ utc_start_date: `${date} ${utc}`, timezone_abbr: abbreviation });
});
