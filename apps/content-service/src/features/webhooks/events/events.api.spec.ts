import { type TestApi, until } from '@almanac/testing';
import { member } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';
import { Receiver } from '../testing/receiver';

const RIGHTS = ['settings-manage', 'users-manage', 'book-view-all', 'page-view-all'];

let receiver: Receiver;
let app: ContentApp;
let admin: Person;
let api: TestApi;
beforeAll(async () => {
  receiver = await Receiver.start();
  app = await startContent({ RUN_JOBS: 'true', OUTGOING_ALLOWED_HOSTS: '127.0.0.1' });
  admin = await app.given.admin();
  api = app.api.as(admin);
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});

let made = 0;
/** @returns the path that its messages arrive at */
async function webhookOf(owner: Person, events: string[]): Promise<string> {
  const path = `/hook-${(made += 1)}`;
  const input = { name: 'Hook', endpoint: receiver.urlOf(path), events, timeout: 60 };
  expect((await app.api.as(owner).post('/api/webhooks', input)).status).toBe(200);
  return path;
}
const eventsAt = (path: string) => receiver.bodies(path).map(({ event }) => event);

/** Three changes: of a book, of a role, and at last one that every owner sees. Messages of a webhook arrive in order. */
async function changeThings(last: string): Promise<void> {
  await api.post('/api/books', { name: 'Told' });
  await api.post('/api/roles', { display_name: 'Told' });
  await api.put(`/api/pages/${(await app.given.page()).id}`, { name: last });
}

describe('the webhook of a user', () => {
  const EVENTS = ['book_create', 'role_create', 'page_update'];
  const loseRight = (right: string) => (owner: Person) =>
    app.database.query(
      `DELETE FROM role_permissions WHERE permission = $2 AND role_id IN (SELECT role_id FROM user_roles WHERE user_id = $1)`,
      [owner.id, right],
    );

  it.each([
    ['has lost nothing', async () => undefined, EVENTS],
    ['has lost settings-manage', loseRight('settings-manage'), []],
    ['has lost users-manage', loseRight('users-manage'), ['book_create', 'page_update']],
    ['has lost book-view-all', loseRight('book-view-all'), ['role_create', 'page_update']],
    ['has been deleted', (owner: Person) => api.delete(`/api/users/${owner.id}`), []],
  ])('who %s gets only events that they may see now', async (_, lose, events) => {
    const owner = await app.given.user({ permissions: RIGHTS });
    const [path, control] = [await webhookOf(owner, EVENTS), await webhookOf(admin, EVENTS)];
    await lose(owner);
    await changeThings('Last');
    await until(() => eventsAt(control).length === EVENTS.length && eventsAt(path).length >= events.length);
    expect(eventsAt(path)).toEqual(events);
  });

  it('reads the id of a user who has been deleted since', async () => {
    const leaver = await app.given.user({ permissions: ['users-manage'] });
    const path = await webhookOf(admin, ['user_delete']);
    expect((await app.api.as(leaver).delete(`/api/users/${leaver.id}`)).status).toBe(204);
    await until(() => receiver.bodies(path).length > 0);
    expect(receiver.bodies(path)).toMatchObject([
      { text: `Deleted user (${leaver.id}) deleted user`, triggered_by: null, related_item: { id: leaver.id } },
    ]);
  });

  it('gets events of own drafts, and none of the drafts of other users', async () => {
    const permissions = [...RIGHTS, 'page-delete-all'];
    const [owner, other] = [await app.given.user({ permissions }), await app.given.user({ permissions })];
    const events = ['page_delete', 'page_update'];
    const [path, ofAdmin] = [await webhookOf(owner, events), await webhookOf(admin, events)];
    for (const author of [other, owner]) {
      const { id } = await app.given.page({ name: `Draft of ${author.name}`, draft: true, ownedBy: author.id });
      expect((await app.api.as(author).delete(`/api/pages/${id}`)).status).toBe(204);
    }
    await changeThings('Last');
    await until(() => [path, ofAdmin].every((at) => eventsAt(at).includes('page_update')));
    const names = (at: string) => receiver.bodies(at).map(({ related_item: item }) => member(item, 'name'));
    expect([names(path), names(ofAdmin)]).toEqual([[`Draft of ${owner.name}`, 'Last'], ['Last']]);
  });
});

/** Members of every item. */
const ITEM = ['id', 'name', 'slug', 'created_at', 'updated_at', 'created_by', 'updated_by', 'owned_by'];
const REVISION = [
  ...['book_slug', 'created_at', 'created_by', 'id', 'name', 'page_id', 'revision_number', 'slug', 'summary'],
  ...['type', 'updated_at'],
];
const IN_BOOK = ['book_id', 'priority'];

describe('the item of a message', () => {
  it.each([
    ['bookshelf', 'shelves', ['description', 'image_id']],
    ['book', 'books', ['description', 'image_id', 'sort_rule_id', 'default_template_id']],
    ['chapter', 'chapters', [...IN_BOOK, 'description', 'default_template_id']],
    ['page', 'pages', [...IN_BOOK, 'chapter_id', 'draft', 'template', 'editor', 'revision_count']],
  ] as const)('of kind %s has the members of a read, without texts and inner columns', async (kind, segment, own) => {
    const path = await webhookOf(admin, [`${kind}_update`]);
    const { id } = await app.given[kind === 'bookshelf' ? 'shelf' : kind]();
    expect((await api.put(`/api/${segment}/${id}`, { name: 'Changed' })).status).toBe(200);
    await until(() => eventsAt(path).length === 1);
    const { current_revision: revision, ...item } = Object(receiver.bodies(path)[0]?.['related_item']);
    expect(Object.keys(item).sort()).toEqual([...ITEM, ...own].sort());
    const read: object = Object((await api.get(`/api/${segment}/${id}`)).body);
    // A read of a shelf has its cover instead.
    expect({ image_id: null, ...read }).toMatchObject(item);
    expect(Object.keys(Object(revision)).sort()).toEqual(kind === 'page' ? REVISION : []);
  });
});
