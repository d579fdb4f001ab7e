import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';
import { noon } from './given-days';

// Titles begin with the ids of the conformance cases.
let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

/** Ids of a list's records, in ascending order, or the status of a refusal. */
async function found(path: string, who: Partial<Person> = {}): Promise<number[] | number> {
  const { status, text } = await app.api.as(who).get(path);
  const records: Made[] | undefined = Object.values<Made[]>(JSON.parse(text)).find(Array.isArray);
  return status === 200 ? (records ?? []).map(({ id }) => id).sort((a, b) => a - b) : status;
}

describe.each(['venue', 'organizer'] as const)('conformance of the %s', (kind) => {
  const path = `/${kind}s`;
  const post = (fields: object, who: Partial<Person> = editor) => app.api.as(who).post(path, fields);
  const codeOf = async (method: string, where: string, who: Partial<Person> = editor) =>
    (await app.api.as(who).send(method, where)).body;

  it('VO-1: creation requires a name and rights', async () => {
    expect((await post({ [kind]: 'x' }, {})).status).toBe(401);
    expect((await post({ [kind]: '' })).status).toBe(400);
    expect((await post({}, {})).body).toMatchObject({ code: 'rest_missing_callback_param' });
  });

  it('VO-2: creation keeps author, date and status', async () => {
    const author = app.given.author();
    const { status, body } = await post({
      [kind]: 'Dated',
      author: author.id,
      date_utc: '1577880000',
      description: 'Words',
      status: 'draft',
    });
    expect([status, body]).toMatchObject([
      201,
      {
        author: author.id,
        date_utc: '2020-01-01 12:00:00',
        date: '2020-01-01 13:00:00',
        description: '<p>Words</p>',
        status: 'draft',
      },
    ]);
    expect((await post({ [kind]: 'Dated otherwise', date: '2020-01-01 12:00:00' })).body).toMatchObject({
      date: '2020-01-01 12:00:00',
    });
  });

  it.each([
    { author: 99_999 },
    { author: 'foo' },
    { date: 'foo' },
    { date_utc: 'foo' },
    { status: 'unknown' },
    { website: 'foo' },
  ])('VO-4: creation rejects %j', async (fields) => {
    expect(await post({ [kind]: 'Refused', ...fields })).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { [Object.keys(fields)[0] ?? '']: expect.any(String) } } },
    });
  });

  it('VO-5, VO-6: creation reuses a record of the same name, but renaming does not', async () => {
    const ids = new Set<unknown>();
    for (const fields of [
      { [kind]: 'Only one', description: 'Same' },
      { [kind]: 'Only one', description: 'Same' },
      { [kind]: 'Only one' },
      { [kind]: 'ONLY one' },
    ]) {
      const { status, body } = await post(fields);
      ids.add(JSON.parse(JSON.stringify(body)).id);
      expect(status).toBe(201);
    }
    expect(ids.size).toBe(1);
    const other = await app.given[kind]({ [kind]: 'Another' });
    expect(await app.api.as(editor).patch(`${path}/${other.id}`, { [kind]: 'Only one' })).toMatchObject({
      status: 200,
      body: { id: other.id, slug: other.slug },
    });
    expect(await found(`${path}?search=only+one`)).toHaveLength(2);
  });

  it('VO-7: an update can empty fields', async () => {
    const { id } = await app.given[kind]({ phone: '1', website: 'https://example.test', description: 'Words' });
    const { body } = await app.api.as(editor).patch(`${path}/${id}`, { phone: '', website: '', description: '' });
    expect(body).toMatchObject({ phone: '', website: '', description: '' });
  });

  it('VO-8, VO-12: unknown ids return 404', async () => {
    const event = await app.given.event();
    for (const method of ['GET', 'DELETE', 'PATCH'])
      for (const id of [99_999, 0, event.id])
        expect(await codeOf(method, `${path}/${id}`)).toMatchObject({
          code: `rest-${kind}-not-found`,
          data: { status: 404 },
        });
    expect(await codeOf('GET', `${path}/foo`)).toMatchObject({ code: 'rest_no_route', data: { status: 404 } });
  });

  it('VO-10, VO-11: deletion removes only the deleted record from its events', async () => {
    const [one, other] = [await app.given[kind](), await app.given[kind]()];
    const event = await app.given.event({ [kind]: [one.id, other.id] });
    expect((await app.api.as(editor).delete(`${path}/${one.id}`)).status).toBe(200);
    const { text } = await app.api.as(editor).get(`/events/${event.id}`);
    const linked: Made[] = JSON.parse(text)[kind === 'venue' ? 'venues' : 'organizer'];
    expect(linked.map(({ id }) => id)).toEqual([other.id]);
    expect(await codeOf('DELETE', `${path}/${one.id}`)).toMatchObject({
      code: `${kind}-is-in-trash`,
      data: { status: 410 },
    });
  });

  it('VO-13: a list returns totals and page links', async () => {
    for (let n = 0; n < 10; n += 1) await app.given[kind]({ [kind]: `Counted ${n}`, phone: 'x' });
    const { body, headers } = await app.api.get(`${path}?search=counted&per_page=4&page=2`);
    expect(body).toMatchObject({
      total: 10,
      total_pages: 3,
      next_rest_url: expect.stringContaining('page=3'),
      previous_rest_url: expect.not.stringContaining('page=1'),
    });
    expect([
      headers.get('x-tec-total'),
      headers.get('x-tec-totalpages'),
      headers.get('x-total'),
      headers.get('x-total-pages'),
    ]).toEqual(['10', '3', '10', '3']);
    expect(await codeOf('GET', `${path}?search=counted&per_page=4&page=4`)).toMatchObject({
      code: `${kind}-archive-page-not-found`,
      data: { status: 404 },
    });
    expect((await app.api.get(`${path}?search=no+such+thing`)).body).toMatchObject({
      [`${kind}s`]: [],
      total: 0,
      total_pages: 0,
    });
  });

  it('VO-15, VO-17: a list filters by has_events and by event', async () => {
    const make = async (name: string) => (await app.given[kind]({ [kind]: `Busy ${name}` })).id;
    const [published, draft, pending, none] = [await make('a'), await make('b'), await make('c'), await make('d')];
    const event = await app.given.event({ ...noon(7), [kind]: [published] });
    await app.given.event({ ...noon(7), [kind]: [draft], status: 'draft' });
    await app.given.event({ ...noon(7), [kind]: [pending], status: 'pending' });
    expect(await found(`${path}?search=busy&has_events=true`)).toEqual([published]);
    expect(await found(`${path}?search=busy&has_events=false`)).toEqual([draft, pending, none]);
    expect(await found(`${path}?event=${event.id}`)).toEqual([published]);
    for (const value of ['99999', 'foo', String(published)]) expect(await found(`${path}?event=${value}`)).toBe(400);
  });

  it('VO-16: only_with_upcoming counts only events that the caller may read', async () => {
    const make = async (name: string) => (await app.given[kind]({ [kind]: `Soon ${name}` })).id;
    const [upcoming, past, hidden, none] = [await make('a'), await make('b'), await make('c'), await make('d')];
    await app.given.event({ ...noon(7), [kind]: [upcoming] });
    await app.given.event({ ...noon(-7), [kind]: [past] });
    await app.given.event({ ...noon(7), [kind]: [hidden], status: 'private' });
    const query = `${path}?search=soon&only_with_upcoming`;
    expect(await found(`${query}=true`)).toEqual([upcoming]);
    expect(await found(`${query}=true`, editor)).toEqual([upcoming, hidden]);
    expect(await found(`${query}=false`)).toEqual([upcoming, past, hidden, none]);
  });
});

it('VO-3: a venue keeps all of its fields, and shows maps by default', async () => {
  const fields = {
    address: '1 Way',
    city: 'Rome',
    country: 'Italy',
    province: 'Lazio',
    zip: '00100',
    phone: '+39',
    website: 'https://example.test',
    stateprovince: 'RM',
  };
  const made = await app.given.venue({ ...fields, show_map: 'false', show_map_link: 'false' });
  expect(made).toMatchObject({ ...fields, show_map: false, show_map_link: false });
  expect(await app.given.venue()).toMatchObject({ show_map: true, show_map_link: true });
});

it('VO-14: a search looks for all words in one field', async () => {
  const make = async (fields: object) => (await app.given.venue(fields)).id;
  const paris = await make({ venue: 'Bastille', address: 'Avenue du Temple', city: 'Paris' });
  const london = [
    await make({ venue: 'One', city: 'Greater London' }),
    await make({ venue: 'Two', city: 'London, Greater' }),
  ];
  await make({ venue: 'Temple', address: 'Some Avenue' });
  expect(await found('/venues?search=temple+avenue')).toEqual([paris]);
  expect(await found('/venues?search=LONDON')).toEqual(london);
  expect(await found('/venues?search=greater+london')).toEqual(london);
});
