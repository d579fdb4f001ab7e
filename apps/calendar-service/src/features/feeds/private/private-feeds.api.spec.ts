import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import { AUTHOR, EDITOR } from '../../../testing/given';
import { readWithIcalJs } from '../../../testing/parsed-calendar';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const SOON = { start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' };

interface Feed {
  id: number;
  /** Path below the API root. */
  path: string;
}

async function feedOf(owner: Person, fields: object = {}): Promise<Feed> {
  const { status, body } = await app.api.as(owner).post('/feeds', { name: 'Mine', ...fields });
  const { id, url } = Object(body) as { id: number; url: string };
  expect({ status, url }).toEqual({
    status: 201,
    url: expect.stringMatching(/^https:\/\/calendar\.example\/calendar\/events\/v1\/feeds\/[\w-]{43}\.ics$/),
  });
  return { id, path: url.replace(/^.*\/v1/, '') };
}

const read = ({ path }: Feed) => app.api.get(path);
const titles = async (feed: Feed) =>
  readWithIcalJs((await read(feed)).text)
    .map(({ title }) => title)
    .sort();

describe('a private feed', () => {
  it('shows anonymous readers of its URL the events that its owner may read', async () => {
    const owner = app.given.author();
    await app.given.event({ title: 'My draft', status: 'draft', ...SOON }, owner);
    await app.given.event({ title: "Someone's draft", status: 'draft', ...SOON });
    const feed = await feedOf(owner);
    const answer = await read(feed);
    expect(await titles(feed)).toEqual(['My draft']);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.text).toContain('X-WR-CALNAME:Mine');
  });

  it('applies the filters given at its creation, and rejects invalid ones with 400', async () => {
    const owner = app.given.author();
    const category = await app.given.category();
    await app.given.event({ title: 'In it', categories: [category.id], ...SOON });
    const feed = await feedOf(owner, { filters: { categories: category.slug, password: 'not kept' } });
    expect(await titles(feed)).toEqual(['In it']);
    expect((await app.api.as(owner).get('/feeds')).body).toEqual({
      feeds: [{ id: feed.id, name: 'Mine', filters: { categories: category.slug }, created_utc: expect.any(String) }],
    });
    for (const filters of [{ categories: 'nowhere' }, 'x', [1], { search: 'x'.repeat(5_000) }])
      expect((await app.api.as(owner).post('/feeds', { name: 'Mine', filters })).status).toBe(400);
  });

  it('has all events when its filters are null, as when they are absent', async () => {
    const answer = await app.api.as(app.given.author()).post('/feeds', { name: 'Mine', filters: null });
    expect(answer).toMatchObject({ status: 201, body: { filters: {} } });
  });

  it('uses the current permissions of its owner, and returns 404 after the owner is removed', async () => {
    const owner = app.given.editor();
    await app.given.event({ title: 'Private matter', status: 'private', ...SOON });
    const feed = await feedOf(owner, { filters: { search: 'matter' } });
    const before = await read(feed);
    expect(await titles(feed)).toEqual(['Private matter']);
    app.content.change(owner, AUTHOR);
    expect(await titles(feed)).toEqual([]);
    expect((await read(feed)).headers.get('etag')).not.toBe(before.headers.get('etag'));
    app.content.remove(owner);
    expect(await read(feed)).toMatchObject({ status: 404, body: { code: 'rest-feed-not-found' } });
  });

  /** Events of `other` in every status that some right shows; the owner's own draft needs none. */
  async function eventsToRead(owner: Person, name: string): Promise<void> {
    const other = app.given.editor();
    for (const status of ['publish', 'private', 'draft'])
      await app.given.event({ title: `${name}'s ${status}`, status, ...SOON }, other);
    await app.given.event({ title: `${name}'s own draft`, status: 'draft', ...SOON }, owner);
  }
  const WITHOUT_PRIVATE = AUTHOR;
  const WITH_PRIVATE = [...AUTHOR, 'event-view-private'];

  it.each<[name: string, scope: readonly string[] | undefined, seen: string[]]>([
    ['Unlimited', undefined, ['draft', 'own draft', 'private', 'publish']],
    ['Viewing', WITH_PRIVATE, ['own draft', 'private', 'publish']],
    ['Writing', WITHOUT_PRIVATE, ['own draft', 'publish']],
    ['Creating', ['event-create'], ['own draft', 'publish']],
  ])('of a token (%s) shows no more than that token may read', async (name, scope, seen) => {
    const owner = app.given.editor();
    await eventsToRead(owner, name);
    const feed = await feedOf(scope ? app.content.narrowed(owner, scope) : owner, { filters: { search: name } });
    expect(await titles(feed)).toEqual(seen.map((status) => `${name}'s ${status}`));
  });

  it('of a narrowed token keeps its limits when its token is deleted or the owner gets or loses rights', async () => {
    const owner = app.given.author();
    await eventsToRead(owner, 'Later');
    const token = app.content.narrowed(owner, WITH_PRIVATE);
    const feed = await feedOf(token, { filters: { search: 'later' } });
    const [publicOnes, withPrivate] = [
      ["Later's own draft", "Later's publish"],
      ["Later's own draft", "Later's private", "Later's publish"],
    ];
    expect(await titles(feed)).toEqual(publicOnes);
    app.content.change(owner, EDITOR);
    expect(await titles(feed)).toEqual(withPrivate);
    app.content.revoke(token);
    expect((await app.api.as(token).get('/feeds')).status).toBe(401);
    expect(await titles(feed)).toEqual(withPrivate);
    app.content.change(owner, AUTHOR);
    expect(await titles(feed)).toEqual(publicOnes);
    app.content.lockOut(owner);
    expect(await read(feed)).toMatchObject({ status: 404, body: { code: 'rest-feed-not-found' } });
  });

  it('returns 404 once its owner revokes it, and only the owner may revoke it', async () => {
    const [owner, other] = [app.given.author(), app.given.editor()];
    const feed = await feedOf(owner);
    expect((await app.api.as(other).delete(`/feeds/${feed.id}`)).status).toBe(404);
    expect((await read(feed)).status).toBe(200);
    expect(await app.api.as(owner).delete(`/feeds/${feed.id}`)).toMatchObject({ status: 200, body: { id: feed.id } });
    expect((await read(feed)).status).toBe(404);
    expect((await app.api.as(owner).get('/feeds')).body).toEqual({ feeds: [] });
  });

  it('does not store its secret in the database', async () => {
    const { path } = await feedOf(app.given.author());
    const secret = path.replace('/feeds/', '').replace('.ics', '');
    expect(JSON.stringify(await app.database.query(`SELECT feeds::text FROM feeds`))).not.toContain(secret);
    expect((await app.api.get(`/feeds/${secret.toUpperCase()}.ics`)).status).toBe(404);
  });

  it('requires a signed-in caller and a name', async () => {
    expect((await app.api.post('/feeds', { name: 'x' })).status).toBe(401);
    expect(await app.api.as(app.given.author()).post('/feeds', {})).toMatchObject({
      status: 400,
      body: { data: { params: ['name'] } },
    });
  });
});
