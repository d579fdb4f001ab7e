import { nonEmpty, VisitingBrowser } from '@almanac/testing';
import { each } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { loggedIn } from '../../../testing/logged-in';
import type { Person } from '../../../testing/given';

const PASSWORD = 'correct horse battery';
const EDITOR_ROLE = 2;
const VIEWER_ROLE = 3;

let app: ContentApp;
let manager: Person;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startContent();
  manager = await app.given.user({ permissions: ['users-manage'] });
  browser = await loggedIn(app, manager);
});
afterAll(() => app.close());

interface StoredUser {
  id: number;
  name: string;
  email: string;
  external_auth_id: string;
  roles: number[];
}

const stored = async (email: string): Promise<StoredUser | undefined> => {
  const sql = `SELECT id, name, email, external_auth_id,
      ARRAY(SELECT role_id FROM user_roles WHERE user_id = users.id ORDER BY role_id) AS roles FROM users WHERE email = $1`;
  return (await app.database.query<StoredUser>(sql, [email]))[0];
};
const detailsOf = ({ name, slug }: Person) => ({ name, email: `${slug}@example.com` });
const namesIn = (html: string): string[] =>
  [...html.matchAll(/<th scope="row"><a href="\/settings\/users\/\d+"><bdi>([^<]*)</g)].map(([, name = '']) => name);

describe('the list of users', () => {
  beforeAll(async () => {
    const people = [
      ['Zoë 100%', 'zoe@a.example'],
      ['Zora 1000', 'zora@b.example'],
      ['Bob', 'zo_bob@c.example'],
    ];
    for (const [name, email] of people)
      await app.database.query('INSERT INTO users (name, slug, email) VALUES ($1, $2, $2)', [name, email]);
  });

  it.each([
    ['zo', ['Bob', 'Zoë 100%', 'Zora 1000']],
    ['ZOE', ['Zoë 100%']],
    ['@b.exa', ['Zora 1000']],
    ['0%', ['Zoë 100%']],
    ['zo_', ['Bob']],
    ['\\', []],
  ])('finds the part %j of a name or an e-mail address', async (search, names) => {
    expect(namesIn((await browser.get(`/settings/users?search=${encodeURIComponent(search)}`)).text)).toEqual(names);
  });

  it('sorts by the column of a heading, and keeps the search', async () => {
    const { text } = await browser.get('/settings/users?search=zo&sort=-email');
    expect(namesIn(text)).toEqual(['Zora 1000', 'Zoë 100%', 'Bob']);
    expect(text).toContain('<a href="/settings/users?search=zo&amp;sort=email">');
    expect(text).toContain('aria-sort="descending"');
  });

  it('shows fifty users on a page', async () => {
    await app.database.query(`INSERT INTO users (name, slug, email)
      SELECT 'Many ' || n, 'many-' || n, 'many-' || n || '@example.com' FROM generate_series(1, 101) n`);
    const first = await browser.get('/settings/users?search=many&sort=created_at');
    expect(namesIn(first.text)).toHaveLength(50);
    expect(first.text).toContain('href="/settings/users?search=many&amp;sort=created_at&amp;page=2"');
    expect(namesIn((await browser.get('/settings/users?search=many&page=3')).text)).toHaveLength(1);
  });

  it.each(['?sort=password_hash', '?page=0', '?page=x', '?sort=-', '?search=%00', '?search=%F0%9F', '?other=1'])(
    'opens with the odd address %s',
    async (query) => expect((await browser.get(`/settings/users${query}`)).status).toBe(200),
  );
});

describe('the form of a new user', () => {
  it('creates a user with a password and roles', async () => {
    const email = 'typed@example.com';
    const fields = { name: 'Ann <Typed>', email, access: 'password', password: PASSWORD, language: 'en' };
    const { text } = await browser.submitAndFollow('/settings/users/new', { ...fields, [`role_${VIEWER_ROLE}`]: 'on' });
    expect(text).toContain('Ann &lt;Typed&gt; is created.');
    expect(await stored(email)).toMatchObject({ name: 'Ann <Typed>', roles: [VIEWER_ROLE] });
    const { headers } = await new VisitingBrowser(app.api).logIn({ email, password: PASSWORD });
    expect(headers.get('location')).not.toContain('/login');
  });

  it('shows each fault with the values and roles that were entered, but no password', async () => {
    const fields = { name: 'Ann', email: detailsOf(manager).email, access: 'password', password: 'a secret word' };
    const { text } = await browser.submitAndFollow('/settings/users/new', { ...fields, [`role_${EDITOR_ROLE}`]: 'on' });
    expect(text).toContain('The E-mail has already been taken.');
    expect(text).toContain(`name="role_${EDITOR_ROLE}" value="on" checked`);
    expect(text).toContain('value="Ann"');
    expect(text).not.toContain('a secret word');
  });

  it('requires a password unless the user is invited', async () => {
    const fields = { name: 'Ann', email: 'nobody@example.com', access: 'password', password: '' };
    expect((await browser.submitAndFollow('/settings/users/new', fields)).text).toContain(
      'The Password field is required.',
    );
    expect(await stored(fields.email)).toBeUndefined();
  });

  it('refuses an invitation while no mail server is configured', async () => {
    const fields = { name: 'Ann', email: 'nobody@example.com', access: 'invitation' };
    expect((await browser.submitAndFollow('/settings/users/new', fields)).text).toContain(
      'Invitations cannot be sent because no mail server is configured.',
    );
  });

  it('has ticked the role of new users', async () => {
    const admin = app.api.as(await app.given.admin());
    await admin.put('/api/settings', { registration_role_id: VIEWER_ROLE });
    const { text } = await browser.get('/settings/users/new');
    expect(text).toContain(`name="role_${VIEWER_ROLE}" value="on" checked`);
    await admin.put('/api/settings', { registration_role_id: null });
  });
});

describe('the form of a user', () => {
  it('opens at the edit_url of the API', async () => {
    const list = (await app.api.as(manager).get('/api/users?count=500')).body;
    for (const url of nonEmpty(each(list, 'edit_url').slice(0, 20)))
      expect((await browser.get(String(url).replace(app.baseUrl, ''))).status).toBe(200);
  });

  it('changes the name, the e-mail address, the external id and the roles', async () => {
    const person = await app.given.viewer();
    const email = 'renamed@example.com';
    const fields = { name: 'Renamed', email, external_auth_id: 'ext-7', [`role_${EDITOR_ROLE}`]: 'on' };
    const { text } = await browser.submitAndFollow(`/settings/users/${person.id}`, fields);
    expect(text).toContain('Renamed is saved.');
    expect(await stored(email)).toMatchObject({ ...fieldsOf('Renamed', 'ext-7'), roles: [EDITOR_ROLE] });
  });

  it('keeps the password when the field is empty, and sets a typed one', async () => {
    const person = await app.given.viewer();
    const credentials = await app.given.password(person, PASSWORD);
    const logsIn = async (password: string) =>
      (await new VisitingBrowser(app.api).logIn({ ...credentials, password })).headers.get('location') !== '/login';
    await browser.submitAndFollow(`/settings/users/${person.id}`, { ...detailsOf(person), password: '' });
    expect(await logsIn(PASSWORD)).toBe(true);
    await browser.submitAndFollow(`/settings/users/${person.id}`, { ...detailsOf(person), password: 'another one' });
    expect([await logsIn(PASSWORD), await logsIn('another one')]).toEqual([false, true]);
  });

  it('does not take the role from the only administrator', async () => {
    const only = await soleAdministrator();
    const path = `/settings/users/${only.id}`;
    const { text } = await browser.submitAndFollow(path, { name: only.name, email: only.email });
    expect(text).toContain('This user is the only user assigned to the administrator role.');
    expect(await stored(only.email)).toEqual(only);
    const refused = await browser.submit(`${path}/delete`, {});
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('You cannot delete the only admin');
  });

  it.each(['/settings/users/999999', '/settings/users/x', '/settings/users/999999/delete'])(
    'answers 404 at %s',
    async (path) => expect((await browser.get(path)).status).toBe(404),
  );
});

describe('the page that deletes a user', () => {
  it('gives the items of the user to the new owner', async () => {
    const [person, heir] = [await app.given.editor(), await app.given.editor()];
    const { id } = await app.given.book({ ownedBy: person.id });
    const path = `/settings/users/${person.id}/delete`;
    expect((await browser.get(path)).text).toContain('owns 1 shelf, book, chapter or page');
    const refused = await browser.submitAndFollow(path, { new_owner: 'stranger@example.com' });
    expect(refused.text).toContain('No user has this e-mail address.');
    await browser.submitAndFollow(path, { new_owner: detailsOf(heir).email.toUpperCase() });
    expect(await app.database.query('SELECT owned_by FROM books WHERE id = $1', [id])).toEqual([{ owned_by: heir.id }]);
    expect(await stored(detailsOf(person).email)).toBeUndefined();
  });

  it('leaves the items without an owner when none is named', async () => {
    const person = await app.given.editor();
    const { id } = await app.given.book({ ownedBy: person.id });
    await browser.submitAndFollow(`/settings/users/${person.id}/delete`, { new_owner: '' });
    expect(await app.database.query('SELECT owned_by FROM books WHERE id = $1', [id])).toEqual([{ owned_by: null }]);
  });

  it('refuses to delete the guest user', async () => {
    const [guest] = await app.database.query<{ id: number }>('SELECT id FROM users WHERE system_name IS NOT NULL');
    const { status, text } = await browser.submit(`/settings/users/${guest?.id ?? 0}/delete`, {});
    expect([status, text.includes('You cannot delete the guest user')]).toEqual([403, true]);
  });
});

const fieldsOf = (name: string, external_auth_id: string) => ({ name, external_auth_id });

/** The administrator of a new database, after all others lost the role. */
async function soleAdministrator(): Promise<StoredUser> {
  const ADMIN = `(SELECT id FROM roles WHERE system_name = 'admin')`;
  await app.database.query(`DELETE FROM user_roles WHERE role_id = ${ADMIN} AND user_id <> 1`);
  const [first] = await app.database.query<{ email: string }>('SELECT email FROM users WHERE id = 1');
  const only = await stored(first?.email ?? '');
  if (!only) throw new Error('There is no administrator');
  return only;
}
