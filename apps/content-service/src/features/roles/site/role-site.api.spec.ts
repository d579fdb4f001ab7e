import { nonEmpty, type VisitingBrowser } from '@almanac/testing';
import { ALL_PERMISSIONS } from '../../../content/access/permission-names';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { loggedIn } from '../../../testing/logged-in';
import { REQUIRED_ADMIN_PERMISSIONS } from '../roles.service';

const ADMIN_ROLE = 1;
const VIEWER_ROLE = 3;

let app: ContentApp;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startContent();
  browser = await loggedIn(app, await app.given.user({ permissions: ['user-roles-manage', 'settings-manage'] }));
});
afterAll(() => app.close());

const permissionsOf = async (id: number): Promise<string[]> =>
  (
    await app.database.query<{ permission: string }>(
      'SELECT permission FROM role_permissions WHERE role_id = $1 ORDER BY permission COLLATE "C"',
      [id],
    )
  ).map(({ permission }) => permission);
const sorted = (names: Iterable<string>) => [...names].sort();
const idIn = (path: string | null): number => Number(/\d+$/.exec(path ?? '')?.[0]);
const boxesIn = (html: string) =>
  [...html.matchAll(/<input type="checkbox" name="([^"]+)"([^>]*)>/g)].map(([, name = '', rest = '']) => ({
    name,
    isTicked: rest.includes(' checked'),
  }));
const tickedIn = (html: string) =>
  boxesIn(html)
    .filter(({ name, isTicked }) => isTicked && name !== 'mfa_enforced')
    .map(({ name }) => name);
const ticks = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'on']));

describe('the form of a role', () => {
  it('has one checkbox for each permission', async () => {
    const names = boxesIn((await browser.get('/settings/roles/new')).text).map(({ name }) => name);
    expect(sorted(names)).toEqual(sorted([...ALL_PERMISSIONS, 'mfa_enforced']));
  });

  it('creates a role with the ticked permissions, and shows them', async () => {
    const permissions = ['access-api', 'page-update-own', 'page-view-all', 'event-create'];
    const fields = { display_name: 'Reviewers <1>', description: 'Read twice', mfa_enforced: 'on' };
    const { headers } = await browser.submit('/settings/roles/new', { ...fields, ...ticks(permissions) });
    const id = idIn(headers.get('location'));
    expect(await permissionsOf(id)).toEqual(sorted(permissions));
    const { text } = await browser.get(`/settings/roles/${id}`);
    expect(text).toContain('The role “Reviewers &lt;1&gt;” is created.');
    expect(sorted(tickedIn(text))).toEqual(sorted(permissions));
    expect(boxesIn(text).find(({ name }) => name === 'mfa_enforced')?.isTicked).toBe(true);
  });

  it('replaces the permissions of a role', async () => {
    const { id } = await app.given.role({ permissions: ['book-view-all', 'users-manage'] });
    const fields = { display_name: 'Fewer', description: '', ...ticks(['book-view-all', 'book-view-own']) };
    await browser.submitAndFollow(`/settings/roles/${id}`, fields);
    expect(await permissionsOf(id)).toEqual(['book-view-all', 'book-view-own']);
  });

  it('keeps the necessary permissions of administrators', async () => {
    const { text } = await browser.get(`/settings/roles/${ADMIN_ROLE}`);
    for (const name of nonEmpty(REQUIRED_ADMIN_PERMISSIONS))
      expect(text).toMatch(new RegExp(`name="${name}"[^>]* checked disabled`));
    await browser.submitAndFollow(`/settings/roles/${ADMIN_ROLE}`, { display_name: 'Admin', description: 'All' });
    expect(await permissionsOf(ADMIN_ROLE)).toEqual(sorted(REQUIRED_ADMIN_PERMISSIONS));
  });

  it('shows a fault with the permissions that were ticked', async () => {
    const { text } = await browser.submitAndFollow('/settings/roles/new', {
      display_name: 'ab',
      ...ticks(['page-delete-own']),
    });
    expect(text).toContain('The Name must be at least 3 characters.');
    expect(tickedIn(text)).toEqual(['page-delete-own']);
  });

  it('begins with the values of a copied role', async () => {
    const { text } = await browser.get(`/settings/roles/new?copy=${VIEWER_ROLE}`);
    expect(text).toContain('value="Viewer (copy)"');
    expect(sorted(tickedIn(text))).toEqual(await permissionsOf(VIEWER_ROLE));
    expect((await browser.get('/settings/roles/new?copy=999999')).status).toBe(404);
    expect((await browser.get('/settings/roles/new?copy=x')).status).toBe(200);
  });
});

describe('the list of roles', () => {
  it('shows the numbers of users and permissions, and sorts by them', async () => {
    const { id } = await app.given.role({ displayName: 'Counted role', permissions: ['access-api', 'page-view-all'] });
    const { text } = await browser.get('/settings/roles?search=counted&sort=-users_count');
    expect(text).toContain(`href="/settings/roles/${id}"><bdi>Counted role</bdi></a>`);
    expect(text).toContain('<td data-column="Users">0</td>');
    expect(text).toContain('<td data-column="Permissions">2</td>');
    expect(text).toContain('aria-sort="descending"');
  });
});

describe('the page that deletes a role', () => {
  /** A role with one user. */
  async function held() {
    const person = await app.given.user();
    const [row] = await app.database.query<{ role_id: number }>('SELECT role_id FROM user_roles WHERE user_id = $1', [
      person.id,
    ]);
    return { person, id: row?.role_id ?? 0 };
  }
  const rolesOf = (userId: number) => app.database.query('SELECT role_id FROM user_roles WHERE user_id = $1', [userId]);

  it.each([
    ['a higher id', true],
    ['a lower id', false],
  ])('gives its users a role with %s', async (_what, isHigher) => {
    const before = await app.given.role();
    const { person, id } = await held();
    const after = await app.given.role();
    const heir = isHigher ? after.id : before.id;
    expect((await browser.get(`/settings/roles/${id}/delete`)).text).toContain('1 user has it.');
    await browser.submitAndFollow(`/settings/roles/${id}/delete`, { migrate_role_id: String(heir) });
    expect(await rolesOf(person.id)).toEqual([{ role_id: heir }]);
  });

  it('takes the role from its users when no other one is chosen', async () => {
    const { person, id } = await held();
    await browser.submitAndFollow(`/settings/roles/${id}/delete`, { migrate_role_id: '' });
    expect(await rolesOf(person.id)).toEqual([]);
  });

  it.each([
    ['a system role', () => ADMIN_ROLE],
    ['the role itself', (id: number) => id],
    ['an unknown role', () => 999_999],
  ])('does not give its users %s', async (_what, heir) => {
    const { person, id } = await held();
    const path = `/settings/roles/${id}/delete`;
    const { text } = await browser.submitAndFollow(path, { migrate_role_id: String(heir(id)) });
    expect(text).toContain('The selected New role of its users is invalid.');
    expect(await rolesOf(person.id)).toEqual([{ role_id: id }]);
  });

  it('refuses to delete a system role', async () => {
    const { status, text } = await browser.submit(`/settings/roles/${ADMIN_ROLE}/delete`, {});
    expect([status, text.includes('This role is a system role and cannot be deleted')]).toEqual([403, true]);
  });

  it('refuses to delete the role of new users', async () => {
    const { id } = await app.given.role();
    await app.database.query(`INSERT INTO settings (name, value) VALUES ('registration-role', $1)`, [String(id)]);
    expect((await browser.submit(`/settings/roles/${id}/delete`, {})).status).toBe(403);
    await app.database.query(`DELETE FROM settings WHERE name = 'registration-role'`);
  });
});
