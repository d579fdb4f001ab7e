import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Made } from '../../../testing/given';
import { visit } from '../../../testing/page-visitors';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const pathOf = ({ url }: Made): string => new URL(String(url)).pathname;
const PAST = { start_date: '2020-05-01 10:00:00', end_date: '2020-05-01 11:00:00' };

/** A page that lists events, with the field of an event that names its record. */
const KINDS = [
  ['venue', () => app.given.venue({ venue: 'The place', address: '1 Main St', phone: '+1 555' }), 'venue'],
  ['organizer', () => app.given.organizer({ organizer: 'The place', email: 'ann@example.test' }), 'organizer'],
  ['category', () => app.given.category({ name: 'The place' }), 'categories'],
  ['tag', () => app.given.tag({ name: 'The place' }), 'tags'],
] as const;

describe.each([
  ['venue', () => app.given.venue({ venue: 'Rough place', status: 'draft' }, app.given.editor())],
  ['organizer', () => app.given.organizer({ organizer: 'Rough place', status: 'draft' }, app.given.editor())],
] as const)('the page of a draft of a %s', (kind, make) => {
  it('is found by its id, for callers who may see it', async () => {
    const { id } = await make();
    await app.database.query(`UPDATE ${kind}s SET slug = '' WHERE id = $1`, [id]);
    expect((await visit(app, `/${kind}?p=${id}`, app.given.editor())).text).toContain(
      '<h1 dir="auto">Rough place</h1>',
    );
    expect([401, 403, 404]).toContain((await visit(app, `/${kind}?p=${id}`)).status);
  });

  it.each(['', '?p=0', '?p=99999999999', '?p=x'])('is 404 for the query "%s"', async (query) => {
    expect((await visit(app, `/${kind}${query}`)).status).toBe(404);
  });
});

describe.each(KINDS)('the page of a %s', (kind, make, field) => {
  let record: Made;
  beforeAll(async () => {
    record = await make();
    const link = { [field]: kind === 'venue' || kind === 'organizer' ? record.id : [record.id] };
    await app.given.event({ title: `Coming ${kind}`, ...link });
    await app.given.event({ title: `Past ${kind}`, ...PAST, ...link });
    await app.given.event({ title: `Draft ${kind}`, status: 'draft', ...link });
    await app.given.event({ title: `Elsewhere ${kind}` });
  });

  it('lists its next events at the address of its url', async () => {
    const { status, text } = await visit(app, pathOf(record));
    expect([status, text]).toEqual([200, expect.stringContaining('<h1 dir="auto">The place</h1>')]);
    expect(text).toContain(`Coming ${kind}`);
    for (const other of ['Past', 'Draft', 'Elsewhere']) expect(text).not.toContain(`${other} ${kind}`);
    expect(text).toContain(`<link rel="canonical" href="${String(record.url)}">`);
  });

  it('lists its past events', async () => {
    const { text } = await visit(app, `${pathOf(record)}?past=1`);
    expect(text).toContain(`Past ${kind}`);
    expect(text).not.toContain(`Coming ${kind}`);
  });

  it('has a calendar file with the same events', async () => {
    const { text } = await visit(app, pathOf(record));
    const [, file = ''] = /href="(\/calendar\/events\/v1\/[^"]+)"/.exec(text) ?? [];
    const { text: calendar } = await app.api.atRoot().get(file.replaceAll('&amp;', '&'));
    expect(calendar).toContain(`SUMMARY:Coming ${kind}`);
    expect(calendar).not.toContain('Elsewhere');
    expect(text).toContain('href="webcal://calendar.example/calendar/events/v1/');
  });

  it('is divided into pages', async () => {
    const { status, text } = await visit(app, `${pathOf(record)}?page=2`);
    expect([status, text]).toEqual([200, expect.stringContaining('This page of the list has no events.')]);
  });
});

it.each(['/venue/none/', '/organizer/none/', '/events/category/none/', '/events/tag/none/'])(
  'an unknown address such as %s is 404 as HTML',
  async (path) => {
    const { status, headers } = await visit(app, path);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  },
);

it.each(['venue', 'organizer'] as const)('the page of a %s contains its schema.org description', async (kind) => {
  const record = await app.given[kind]({ [kind]: 'Described' });
  const { text } = await visit(app, pathOf(record));
  const [, json = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
  const { body } = await app.api.get(`/${kind}s/${record.id}`);
  const { '@context': context, ...description }: Record<string, unknown> = JSON.parse(json);
  expect(body).toMatchObject({ json_ld: description });
  expect([context, description['name']]).toEqual(['http://schema.org', 'Described']);
});

it('the page of a draft of a venue is shown to its author alone', async () => {
  const author = app.given.author();
  const venue = await app.given.venue({ venue: 'Hidden hall', status: 'draft', slug: 'hidden-hall' }, author);
  expect((await visit(app, pathOf(venue))).status).toBe(403);
  expect((await visit(app, pathOf(venue), author)).text).toContain('Its status is “draft”');
});
