import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

describe('POST /organizers', () => {
  it('returns every key, and publishes for callers with the publish permission', async () => {
    const { body } = await app.api
      .as(app.given.author())
      .post('/organizers', { organizer: 'Ann Example', email: 'ann@example.test' });
    expect(body).toMatchObject({
      organizer: 'Ann Example',
      slug: 'ann-example',
      email: 'ann@example.test',
      phone: '',
      website: '',
      status: 'publish',
    });
  });

  it('reports missing parameters before it checks permissions', async () => {
    expect(await app.api.post('/organizers', {})).toMatchObject({
      status: 400,
      body: { data: { params: ['organizer'] } },
    });
    expect((await app.api.post('/organizers', { organizer: 'Ann' })).status).toBe(401);
    expect((await app.api.as(app.given.subscriber()).post('/organizers', { organizer: 'Ann' })).status).toBe(403);
  });

  it('accepts another existing user as author, but only from editors', async () => {
    const other = app.given.author();
    const post = (who: object, author: number) =>
      app.api.as(who).post('/organizers', { organizer: `By ${author}`, author });
    expect((await post(app.given.author(), other.id)).status).toBe(400);
    expect((await post(app.given.editor(), 987_654)).status).toBe(400);
    expect((await post(app.given.editor(), other.id)).body).toMatchObject({ author: other.id });
  });

  it('rejects an invalid e-mail address', async () => {
    expect((await app.api.as(app.given.editor()).post('/organizers', { organizer: 'x', email: 'x' })).status).toBe(400);
  });
});

describe('an event with several organizers', () => {
  it('keeps their order, and loses only the deleted one', async () => {
    const [one, two, three] = [await app.given.organizer(), await app.given.organizer(), await app.given.organizer()];
    const event = await app.given.event({ organizer: [three.id, one.id, two.id] });
    expect(event).toMatchObject({ organizer: [{ id: three.id }, { id: one.id }, { id: two.id }] });
    await app.api.as(app.given.editor()).delete(`/organizers/by-slug/${one.slug}`);
    const { body } = await app.api.get(`/events/${event.id}`);
    expect(body).toMatchObject({ organizer: [{ id: three.id }, { id: two.id }] });
  });
});

describe('PATCH /organizers/by-slug/{slug}', () => {
  it('accepts the author of a draft, and returns 403 for other contributors', async () => {
    const mine = app.given.contributor();
    const organizer = await app.given.organizer({ status: 'draft' }, mine);
    const patch = (who: object) => app.api.as(who).patch(`/organizers/by-slug/${organizer.slug}`, { phone: '7' });
    expect((await patch(app.given.contributor())).status).toBe(403);
    expect(await patch(mine)).toMatchObject({ status: 200, body: { phone: '7', status: 'draft' } });
    expect((await app.api.as(mine).patch('/organizers/by-slug/none', {})).status).toBe(404);
  });
});
