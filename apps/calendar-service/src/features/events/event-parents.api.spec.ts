import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';

let app: CalendarApp;
let editor: Person;
let parent: Made;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  parent = await app.given.event({ title: 'Festival' });
});
afterAll(() => app.close());

const patch = (id: number, fields: object, who: Person = editor) => app.api.as(who).patch(`/events/${id}`, fields);
const REFUSED = {
  status: 400,
  body: { code: 'rest_invalid_param', data: { params: { post_parent: 'Invalid parameter.' } } },
};

it('an event can get, keep and lose a parent', async () => {
  const child = await app.given.event({ post_parent: parent.id });
  expect(child).toMatchObject({ post_parent: parent.id });
  expect((await patch(child.id, { title: 'Renamed' })).body).toMatchObject({ post_parent: parent.id });
  const list = `/events?starts_after=2031-01-01&post_parent=${parent.id}`;
  expect((await app.api.get(list)).body).toMatchObject({
    events: [{ id: child.id, post_parent: parent.id }],
    total: 1,
  });
  for (const none of [0, '0', '', null]) {
    expect((await patch(child.id, { post_parent: String(parent.id) })).body).toMatchObject({ post_parent: parent.id });
    expect((await patch(child.id, { post_parent: none })).body).toMatchObject({ post_parent: 0 });
  }
  expect((await app.api.get(list)).body).toMatchObject({ total: 0 });
});

it.each([0, '', null])('an event has no parent with %j', async (none) => {
  expect(await app.given.event({ post_parent: none })).toMatchObject({ post_parent: 0 });
});

it.each(['foo', -1, 1.5, 99_999, true, [1], { id: 1 }])('a parent cannot be %j', async (value) => {
  const { id } = await app.given.event();
  expect(await patch(id, { post_parent: value })).toMatchObject(REFUSED);
});

it('a parent cannot be another kind, in the trash, the event itself or its descendant', async () => {
  const top = await app.given.event();
  const middle = await app.given.event({ post_parent: top.id });
  const bottom = await app.given.event({ post_parent: middle.id });
  const gone = await app.given.event();
  await app.api.as(editor).delete(`/events/${gone.id}`);
  for (const { id } of [await app.given.venue(), gone, top, middle, bottom])
    expect(await patch(top.id, { post_parent: id })).toMatchObject(REFUSED);
  expect((await patch(bottom.id, { post_parent: top.id })).body).toMatchObject({ post_parent: top.id });
});

it('an unreadable parent is rejected like an unknown one, unless the event has it already', async () => {
  const author = app.given.author();
  const hidden = await app.given.event({ status: 'draft' });
  const mine = await app.given.event({}, author);
  expect(await patch(mine.id, { post_parent: hidden.id }, author)).toMatchObject(REFUSED);
  await patch(mine.id, { post_parent: hidden.id });
  expect((await patch(mine.id, { post_parent: hidden.id, title: 'Again' }, author)).body).toMatchObject({
    post_parent: hidden.id,
  });
});

it('a child loses a parent deleted for good, and keeps one in the trash', async () => {
  const [first, second] = [await app.given.event(), await app.given.event()];
  const children = [
    await app.given.event({ post_parent: first.id }),
    await app.given.event({ post_parent: second.id }),
  ];
  await app.api.as(editor).delete(`/events/${first.id}`);
  await app.api.as(editor).delete(`/events/${second.id}?force=true`);
  const parents = await Promise.all(children.map(async ({ id }) => (await app.api.get(`/events/${id}`)).body));
  expect(parents).toMatchObject([{ post_parent: first.id }, { post_parent: 0 }]);
});
