import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

describe.each(['event', 'venue', 'organizer'] as const)('the trash for kind %s', (kind) => {
  const at = (id: number, more = '') => `/${kind}s/${id}${more}`;
  const make = (fields: object = {}, by?: Person) => app.given[kind](fields, by);
  const status = async (id: number) => (await app.api.as(editor).get(at(id))).status;

  it('restores a record unchanged', async () => {
    const { id, slug } = await make({ status: 'private' });
    expect(await app.api.as(editor).delete(at(id))).toMatchObject({ status: 200, body: { status: 'trash' } });
    expect(await app.api.as(editor).post(at(id, '/restore'))).toMatchObject({
      status: 200,
      body: { id, slug, status: 'private' },
    });
    expect(await app.api.as(editor).get(at(id))).toMatchObject({ status: 200, body: { status: 'private' } });
  });

  it('shows that a record has given its slug and its page back', async () => {
    const { id, slug } = await make();
    const given = { slug: `${slug}__trashed`, url: `https://calendar.example/?p=${id}` };
    expect((await app.api.as(editor).delete(at(id))).body).toMatchObject(given);
    if (kind !== 'event') expect((await app.api.as(editor).get(at(id))).body).toMatchObject(given);
  });

  it('restores a record with another slug when its own was taken meanwhile', async () => {
    const name = kind === 'event' ? 'title' : kind;
    const { id, slug } = await make({ [name]: `Slugged ${kind}` });
    await app.api.as(editor).delete(at(id));
    expect(await make({ [name]: `Slugged ${kind}` })).toMatchObject({ slug });
    expect((await app.api.as(editor).post(at(id, '/restore'))).body).toMatchObject({
      slug: `${slug}-2`,
      status: 'publish',
    });
  });

  it('publishes a restored record whose date has passed meanwhile', async () => {
    const { id } = await make({ date: '2999-01-01' });
    await app.api.as(editor).delete(at(id));
    await app.database.query(`UPDATE ${kind}s SET published_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    expect((await app.api.as(editor).post(at(id, '/restore'))).body).toMatchObject({ status: 'publish' });
  });

  it('returns 400 for a record outside it, and 404 for an unknown one', async () => {
    const { id } = await make();
    expect(await app.api.as(editor).post(at(id, '/restore'))).toMatchObject({
      status: 400,
      body: { code: `${kind}-is-not-in-trash` },
    });
    expect((await app.api.as(editor).post(at(999_999_999, '/restore'))).status).toBe(404);
  });

  it('is bypassed by force=true, which also deletes records in it', async () => {
    const [one, other] = [await make(), await make()];
    await app.api.as(editor).delete(at(one.id));
    expect((await app.api.as(editor).delete(at(one.id))).status).toBe(410);
    expect(await app.api.as(editor).delete(at(one.id, '?force=true'))).toMatchObject({
      status: 200,
      body: { id: one.id, status: 'trash' },
    });
    expect(await app.api.as(editor).delete(at(other.id, '?force=1'))).toMatchObject({
      status: 200,
      body: { status: 'publish' },
    });
    expect([await status(one.id), await status(other.id)]).toEqual([404, 404]);
    expect((await app.api.as(editor).post(at(one.id, '/restore'))).status).toBe(404);
  });

  it('receives records without force=true, and force must be a boolean', async () => {
    const { id, slug } = await make();
    expect((await app.api.as(editor).delete(at(id, '?force=perhaps'))).status).toBe(400);
    expect(await app.api.as(editor).delete(`/${kind}s/by-slug/${slug}?force=false`)).toMatchObject({
      body: { status: 'trash' },
    });
    expect((await app.api.as(editor).delete(`/${kind}s/by-slug/${slug}`)).status).toBe(404);
  });

  it('lets only callers with the right to delete a record restore it', async () => {
    const contributor = app.given.contributor();
    const own = await make({ status: 'draft' }, contributor);
    const published = await make({ author: contributor.id });
    const others = await make();
    for (const { id } of [own, published, others]) await app.api.as(editor).delete(at(id));
    const restored = async (id: number) => (await app.api.as(contributor).post(at(id, '/restore'))).status;
    expect([await restored(own.id), await restored(published.id), await restored(others.id)]).toEqual([200, 403, 403]);
    expect((await app.api.as(contributor).delete(at(published.id, '?force=true'))).status).toBe(403);
    expect((await app.api.post(at(published.id, '/restore'))).status).toBe(401);
    expect((await app.api.as(app.given.subscriber()).post(at(published.id, '/restore'))).status).toBe(403);
  });
});

it('a venue deleted for good is removed from its events', async () => {
  const venue = await app.given.venue();
  const event = await app.given.event({ venue: venue.id });
  await app.api.as(editor).delete(`/venues/${venue.id}?force=true`);
  expect((await app.api.get(`/events/${event.id}`)).body).toMatchObject({ venue: [], venues: [] });
});

describe('a list', () => {
  it('shows the trash only to editors who filter by status=trash', async () => {
    const event = await app.given.event({ title: 'Rubbish', start_date: '2032-01-01', end_date: '2032-01-01' });
    await app.api.as(editor).delete(`/events/${event.id}`);
    const found = async (who: object, query: string) =>
      (await app.api.as(who).get(`/events?starts_after=2031-12-01&${query}`)).body;
    expect(await found(editor, 'status=trash')).toMatchObject({
      total: 1,
      events: [{ id: event.id, status: 'trash' }],
    });
    expect(await found(editor, '')).toMatchObject({ total: 0 });
    expect(await found(editor, `include=${event.id}`)).toMatchObject({ total: 0 });
    expect(await found({}, 'status=trash')).toMatchObject({ code: 'rest_invalid_param' });
    expect(await found(app.given.contributor(), 'status=trash')).toMatchObject({ total: 0 });
  });
});
