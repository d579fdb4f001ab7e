import { type TestApi, valueIn, type VisitingBrowser } from '@almanac/testing';
import { idOf, textAt } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { loggedIn } from '../../../testing/logged-in';

let app: ContentApp;
let api: TestApi;
let browser: VisitingBrowser;
/** In the order of their names. */
let roles: number[];
beforeAll(async () => {
  app = await startContent();
  const admin = await app.given.admin();
  api = app.api.as(admin);
  browser = await loggedIn(app, admin);
  const made = await app.database.query<{ id: number }>(
    `INSERT INTO roles (display_name) SELECT 'Team ' || lpad(n::text, 3, '0') FROM generate_series(1, 250) n RETURNING id`,
  );
  roles = made.map(({ id }) => id);
  await app.database.query(
    `INSERT INTO role_permissions (role_id, permission) SELECT id, 'book-view-all' FROM unnest($1::int[]) id`,
    [roles],
  );
  await app.database.query(
    `WITH made AS (INSERT INTO users (name, slug, email)
       SELECT 'Person ' || lpad(n::text, 3, '0'), 'person-' || n, 'person' || n || '@many.example' FROM generate_series(1, 600) n RETURNING id)
     INSERT INTO user_roles (user_id, role_id) SELECT id, ($1::int[])[1 + id % 250] FROM made`,
    [roles],
  );
});
afterAll(() => app.close());

const book = async (name: string) => (await api.post('/api/books', { name })).body;
const formOf = (item: unknown) => `/books/${textAt(item, 'slug')}/permissions`;
const rulesOf = async (item: unknown) => (await api.get(`/api/content-permissions/book/${idOf(item)}`)).body;
const rule = (role_id: number | undefined) => ({ role_id, view: true, create: false, update: true, delete: false });
const setRules = (item: unknown, ids: (number | undefined)[]) =>
  api.put(`/api/content-permissions/book/${idOf(item)}`, { role_permissions: ids.map(rule) });

/** The fields of the form as a browser sends them when nobody changes anything. */
async function opened(path: string): Promise<Record<string, string>> {
  const { text } = await browser.get(path);
  const ticked = [...text.matchAll(/<input type="checkbox" name="([^"]+)"[^>]* checked>/g)];
  const fields = Object.fromEntries(ticked.map(([, name = '']) => [name, 'on']));
  return { ...fields, shown: valueIn(text, 'shown') ?? '' };
}

describe('the permissions of an item, with 250 roles', () => {
  it('show each role that has rules, and take rules for each that is not shown', async () => {
    const item = await book('Late rules');
    await setRules(item, [roles[249]]);
    const { text } = await browser.get(formOf(item));
    expect(text).toContain(`name="own[role-${roles[249]}]" aria-label="Team 250: own rules" checked`);
    expect(text).not.toContain(`name="own[role-${roles[248]}]"`);
    expect(text).toContain(`<option dir="auto" value="role-${roles[248]}">Team 249</option>`);
    await browser.submitAndFollow(formOf(item), {
      ...(await opened(formOf(item))),
      another: `role-${roles[248]}`,
      'grant[another][view]': 'on',
      'grant[another][update]': 'on',
    });
    expect(await rulesOf(item)).toMatchObject({ role_permissions: [rule(roles[249]), rule(roles[248])] });
  });

  it('refuse rules for another role that is not chosen', async () => {
    const item = await book('Unchosen');
    const fields = { ...(await opened(formOf(item))), another: '', 'grant[another][view]': 'on' };
    const { status, text } = await browser.submit(formOf(item), fields);
    expect(status).toBe(422);
    expect(text).toContain('Choose the other role, or clear its boxes.');
  });

  it.each([
    ['250 roles with rules', (ids: number[]) => ids],
    ['the last 3 roles with rules', (ids: number[]) => ids.slice(-3)],
  ])('stay as they are when the form is sent as it was opened: %s', async (what, chosen) => {
    const item = await book(what);
    await setRules(item, chosen(roles));
    await browser.submitAndFollow(formOf(item), await opened(formOf(item)));
    const { role_permissions: after } = (await rulesOf(item)) as { role_permissions: { role_id: number }[] };
    expect(after.sort((a, b) => a.role_id - b.role_id)).toMatchObject(chosen(roles).map(rule));
  });

  it('are removed from a role that is shown without its mark', async () => {
    const item = await book('Cleared');
    await setRules(item, [roles[0], roles[249]]);
    const fields = await opened(formOf(item));
    await browser.submitAndFollow(formOf(item), { ...fields, [`own[role-${roles[249]}]`]: '' });
    expect(await rulesOf(item)).toMatchObject({ role_permissions: [rule(roles[0])] });
  });

  it('stay for a role that got them after the form was opened', async () => {
    const item = await book('Meanwhile');
    const fields = await opened(formOf(item));
    await setRules(item, [roles[249]]);
    await browser.submitAndFollow(formOf(item), fields);
    expect(await rulesOf(item)).toMatchObject({ role_permissions: [rule(roles[249])] });
  });
});

describe('the permissions of an item, with 600 users', () => {
  it('take each user as the owner, by name or e-mail address', async () => {
    const item = await book('Owned');
    await browser.submitAndFollow(formOf(item), { owner: 'person 598' });
    expect(await rulesOf(item)).toMatchObject({ owner: { name: 'Person 598' } });
    await browser.submitAndFollow(formOf(item), { owner: 'person597@many.example' });
    expect(await rulesOf(item)).toMatchObject({ owner: { name: 'Person 597' } });
    await browser.submitAndFollow(formOf(item), { owner: '' });
    expect(await rulesOf(item)).toMatchObject({ owner: { name: 'Person 597' } });
    expect((await browser.get(formOf(item))).text).toContain('Owner: <bdi>Person 597</bdi>');
  });

  it.each([
    ['Nobody at all', 'No user has this name or e-mail address.'],
    ['Person 59', 'No user has this name or e-mail address. Similar: Person 590, Person 591, Person 592,'],
    ['Namesake', 'Several users have this name. Type the e-mail address of one of them.'],
  ])('refuse the owner %s, and keep all that was typed', async (owner, fault) => {
    await app.database.query(`INSERT INTO users (name, slug, email)
      SELECT 'Namesake', 'namesake-' || n, 'namesake' || n || '@many.example' FROM generate_series(1, 2) n ON CONFLICT DO NOTHING`);
    const item = await book(`Refused ${owner}`);
    const sent = { owner, another: `role-${roles[249]}`, 'grant[another][view]': 'on', shown: '' };
    const { status, text } = await browser.submit(formOf(item), sent);
    expect(status).toBe(422);
    expect(text).toContain(fault);
    expect(text).toContain(`value="${owner}"`);
    expect(text).toContain(`value="role-${roles[249]}" selected`);
    expect(text).toMatch(/name="grant\[another\]\[view\]"[^>]* checked/);
    expect(await rulesOf(item)).toMatchObject({ role_permissions: [] });
  });

  it('count all users who see the item', async () => {
    const item = await book('Counted');
    const holders = async (ids: (number | undefined)[]): Promise<number> =>
      (
        await app.database.query(
          `SELECT DISTINCT user_id FROM user_roles WHERE role_id = ANY($1) OR role_id IN (SELECT id FROM roles WHERE system_name = 'admin')`,
          [ids],
        )
      ).length;
    const count = await holders(roles);
    expect(count).toBeGreaterThan(600);
    const counted = async () => {
      const { text } = await browser.get(formOf(item));
      return [/<span class="count">(\d+)</.exec(text)?.[1], /And (\d+) more/.exec(text)?.[1]].map(Number);
    };
    expect(await counted()).toEqual([count, count - 500]);
    await api.put(`/api/content-permissions/book/${idOf(item)}`, {
      role_permissions: [rule(roles[7])],
      fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
    });
    expect((await counted())[0]).toBe(await holders([roles[7]]));
  });
});
