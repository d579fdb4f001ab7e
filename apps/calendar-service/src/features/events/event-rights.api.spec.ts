import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const DAY = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' };
const EVENTS_ALONE = ['event-create', 'event-publish', 'event-update-own', 'event-delete-own'];

const post = (who: object, fields: object) => app.api.as(who).post('/events', { title: 'Rights', ...DAY, ...fields });
const eventAuthor = (...more: string[]) => app.content.user([...EVENTS_ALONE, ...more]);

describe.each([
  ['venue', 'venue'],
  ['organizer', 'organizer'],
] as const)('the %s of an event', (kind, name) => {
  it.each(['draft', 'pending', 'private'])(
    'cannot be an unreadable record with status %s, as if it did not exist',
    async (status) => {
      const hidden = await app.given[kind]({ status });
      for (const sent of [hidden.id, { id: hidden.id }, [hidden.id], String(hidden.id)]) {
        expect(await post(eventAuthor(), { [kind]: sent })).toMatchObject({
          status: 400,
          body: { data: { params: { [kind]: expect.anything() } } },
        });
        expect(await post({}, { [kind]: sent })).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
      }
      expect((await post(eventAuthor(`${kind}-update-all`), { [kind]: hidden.id })).status).toBe(201);
      expect((await post(eventAuthor(`${kind}-view-private`), { [kind]: hidden.id })).status).toBe(
        status === 'private' ? 201 : 400,
      );
    },
  );

  it('can be a published one or an own draft', async () => {
    const contributor = app.given.contributor();
    const [own, published] = [await app.given[kind]({ status: 'draft' }, contributor), await app.given[kind]()];
    expect((await post(contributor, { [kind]: own.id })).status).toBe(201);
    expect((await post(contributor, { [kind]: published.id })).status).toBe(201);
  });

  it('is created only with the create right, and pending without the publish right', async () => {
    const fields = (text: string) => ({ [kind]: { [name]: `${kind} ${text}`, status: 'publish' } });
    expect((await post(eventAuthor(`${kind}-publish`, `${kind}-update-all`), fields('refused'))).status).toBe(403);
    expect((await post({}, fields('refused'))).status).toBe(401);
    expect((await app.api.as(app.given.editor()).get(`/${kind}s?search=refused`)).body).toMatchObject({ total: 0 });

    const mayCreate = eventAuthor(`${kind}-create`);
    expect((await post(mayCreate, fields('waiting'))).status).toBe(201);
    expect((await app.api.as(app.given.editor()).get(`/${kind}s?search=waiting`)).body).toMatchObject({
      [`${kind}s`]: [{ status: 'pending', author: mayCreate.id }],
    });
  });

  it('can get another author only with the right to edit records of others', async () => {
    const other = app.given.author().id;
    const fields = (text: string) => ({ [kind]: { [name]: `${kind} ${text}`, author: other } });
    expect((await post(eventAuthor(`${kind}-create`), fields('for another'))).status).toBe(400);
    expect((await post(eventAuthor(`${kind}-create`, `${kind}-update-all`), fields('for another'))).status).toBe(201);
  });

  it('stays hidden from list filters when the caller may not read the event', async () => {
    const { id } = await app.given[kind]();
    const event = await app.given.event({ status: 'private', [kind]: id });
    const totalFor = async (who: object) => (await app.api.as(who).get(`/${kind}s?event=${event.id}`)).body;
    expect(await totalFor({})).toMatchObject({ total: 0 });
    expect(await totalFor(app.given.author())).toMatchObject({ total: 0 });
    expect(await totalFor(app.given.editor())).toMatchObject({ total: 1 });
  });
});

describe('the terms of an event', () => {
  it('can be assigned by every caller who may create the event', async () => {
    const [category, tag] = [await app.given.category(), await app.given.tag()];
    const { status, body } = await post(eventAuthor(), { categories: [category.id], tags: [String(tag.name)] });
    expect([status, body]).toMatchObject([201, { categories: [{ id: category.id }], tags: [{ id: tag.id }] }]);
  });

  it.each(['0', 0, -1, '-1', '1.5', [0, '99999999']])('are not named by the number %j', async (value) => {
    const { status, body } = await post(app.given.editor(), { categories: value, tags: value });
    expect([status, body]).toMatchObject([201, { categories: [], tags: [] }]);
  });

  it.each([
    ['categories', 'event-category-manage', 'event-tag-manage'],
    ['tags', 'event-tag-manage', 'event-category-manage'],
  ])(
    'are created with the event only if the caller may manage %s; otherwise it is rejected',
    async (member, right, another) => {
      const fields = { title: `New ${member}`, [member]: [`new ${member}`] };
      for (const rights of [[], [another]]) expect((await post(eventAuthor(...rights), fields)).status).toBe(403);
      expect(
        (
          await app.api
            .as(app.given.editor())
            .get(`/events?search="New ${member}"&start_date=2031-01-01&end_date=2031-12-31`)
        ).body,
      ).toMatchObject({ total: 0 });
      expect((await post(eventAuthor(right), fields)).status).toBe(201);
    },
  );
});

describe.each([
  ['categories', 'event-category-manage'],
  ['tags', 'event-tag-manage'],
])('%s', (path, right) => {
  it.each([
    ['nothing', [], 403],
    ['managing terms alone', [right], 403],
    ['writing events alone', EVENTS_ALONE, 403],
    [
      'managing the other terms',
      [...EVENTS_ALONE, path === 'tags' ? 'event-category-manage' : 'event-tag-manage'],
      403,
    ],
    ['both', ['event-update-own', right], 200],
    ['both, for the events of all', ['event-update-all', right], 200],
  ])('require permissions on terms and on events: %s', async (_, rights, expected) => {
    const who = app.content.user(rights);
    const { id } = path === 'tags' ? await app.given.tag() : await app.given.category();
    expect((await app.api.as(who).post(`/${path}`, { name: `By ${who.id}` })).status).toBe(
      expected === 200 ? 201 : expected,
    );
    expect((await app.api.as(who).patch(`/${path}/${id}`, { description: 'Changed' })).status).toBe(expected);
    expect((await app.api.as(who).delete(`/${path}/${id}`)).status).toBe(expected);
    expect((await app.api.get(`/${path}/${id}`)).status).toBe(expected === 200 ? 404 : 200);
  });
});

describe('the author of an event', () => {
  it('can be another user only with the right to edit events of others', async () => {
    const other = app.given.author();
    const author = app.given.author();
    const own = await app.given.event({}, author);
    expect((await post(author, { author: other.id })).status).toBe(400);
    expect((await app.api.as(author).patch(`/events/${own.id}`, { author: other.id })).status).toBe(400);
    expect((await app.api.as(author).patch(`/events/by-slug/${own.slug}`, { author: other.id })).status).toBe(400);
    expect((await app.api.as(author).patch(`/events/${own.id}`, { author: author.id })).status).toBe(200);
    expect(await app.api.as(app.given.editor()).patch(`/events/${own.id}`, { author: other.id })).toMatchObject({
      status: 200,
      body: { author: other.id },
    });
    expect((await app.api.as(author).patch(`/events/${own.id}`, { title: 'Still mine?' })).status).toBe(403);
  });

  it('is not revealed: callers without rights get 400 for every author id', async () => {
    const author = app.given.author();
    const draft = await app.given.venue({ status: 'draft' }, author);
    const event = await app.given.event({ status: 'draft' }, author);
    for (const path of [`/venues/${draft.id}`, `/events/${event.id}`])
      for (const guess of [author.id, app.given.author().id])
        expect((await app.api.as(app.given.contributor()).patch(path, { author: guess })).status).toBe(400);
  });
});

describe('the times of an event that the caller may not change', () => {
  it('are not revealed by ends before and after its start', async () => {
    const event = await app.given.event({ status: 'private', ...DAY });
    for (const end of ['2031-01-01', '2031-12-31']) {
      expect((await app.api.patch(`/events/${event.id}`, { end_date: end })).status).toBe(401);
      expect((await app.api.as(app.given.author()).patch(`/events/${event.id}`, { end_date: end })).status).toBe(403);
    }
    expect((await app.api.as(app.given.editor()).patch(`/events/${event.id}`, { end_date: '2031-01-01' })).status).toBe(
      400,
    );
  });
});

describe('publishing', () => {
  it('requires the right to publish, even for editors of drafts of others', async () => {
    const moderator = app.content.user(['event-update-all']);
    const draft = await app.given.event({ status: 'draft' });
    const publish = () => app.api.as(moderator).patch(`/events/${draft.id}`, { status: 'publish' });
    expect(await publish()).toMatchObject({ status: 200, body: { status: 'pending' } });
    await app.api.as(app.given.editor()).patch(`/events/${draft.id}`, { status: 'publish' });
    expect((await publish()).status).toBe(403);
  });
});
