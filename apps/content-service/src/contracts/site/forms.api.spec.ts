import { nonEmpty, VisitingBrowser } from '@almanac/testing';
import { libraryWorld } from '../../features/library/testing/library-world';
import { idOf } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import type { Person } from '../../testing/given';

let app: ContentApp;
let admin: Person;
let browser: VisitingBrowser;
const placeholders: Record<string, string> = {};
beforeAll(async () => {
  app = await startContent({ MAIL_HOST: '127.0.0.1', MAIL_FROM: 'docs@example.com' });
  const world = await libraryWorld(app);
  admin = await app.given.admin();
  browser = await loggedIn(app, admin);
  const api = app.api.as(admin);
  const hook = { name: 'Hook', endpoint: 'https://hooks.example/', events: ['all'] };
  const role = await api.post('/api/roles', { display_name: 'Reviewer' });
  await api.put(`/api/users/${(await app.given.viewer()).id}`, { roles: [idOf(role.body)] });
  Object.assign(placeholders, {
    PAGE: world.page,
    USER: `/settings/users/${(await app.given.viewer()).id}`,
    ROLE: `/settings/roles/${idOf(role.body)}`,
    HOOK: `/settings/webhooks/${idOf((await api.post('/api/webhooks', hook)).body)}`,
    RULE: `/settings/sort-rules/${idOf((await api.post('/api/sort-rules', { name: 'R', operations: ['name_asc'] })).body)}`,
    IMPORT: `/settings/imports/${idOf((await uploadArchive(app, admin, await archiveOf({ chapter: { name: 'C' } }))).body)}`,
  });
});
afterAll(() => app.close());

const filled = (path: string): string => path.replace(/[A-Z]{4,}/, (name) => placeholders[name] ?? name);
const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
const faultsIn = (html: string): string[] =>
  [...(/<div class="faults".*?<\/div>/s.exec(html)?.[0] ?? '').matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(
    ([, text = '']) => unescaped(text),
  );

/** Names of the fields, each with its label as people see it. */
const labelsIn = (html: string): [name: string, label: string][] =>
  [...html.matchAll(/<label for="([^"]+)">(.*?)<\/label>/gs)].map(([, name = '', label = '']) => [
    name,
    unescaped(label.replace(/<[^>]+>/g, '').replace('(optional)', '')).trim(),
  ]);

describe('a form that is refused', () => {
  it.each<[path: string, fields: Record<string, string>, messages: string[]]>([
    [
      '/my-account',
      { name: '', email: 'x' },
      ['The Name field is required.', 'The E-mail must be a valid email address.'],
    ],
    ['/my-account/security', {}, ['The Current password field is required.']],
    ['/my-account/tokens', { name: '' }, ['The Name field is required.']],
    ['/my-account/tokens', { name: 'T', expires_at: 'soon' }, ['The Expires does not match the format Y-m-d.']],
    ['/my-account/tokens', { name: 'T', access: 'chosen' }, ['The Choice of permissions must have at least 1 items.']],
    [
      '/settings/application',
      { app_logo: 'logo' },
      ['The Address of the logo must be an http or https address, or none.'],
    ],
    ['/settings/application/logo', {}, ['The Image field is required.']],
    ['/settings/users/new', { password: 'correct horse 1', email: 'x' }, ['The E-mail must be a valid email address.']],
    ['USER', { email: 'guest@example.com' }, ['The E-mail has already been taken.']],
    ['USER', { name: 'N', language: '!' }, ['The Language may only contain letters, numbers, dashes and underscores.']],
    ['USER', { name: 'N', password: 'short' }, ['The New password must be at least 8 characters.']],
    ['/settings/roles/new', { display_name: 'x' }, ['The Name must be at least 3 characters.']],
    ['ROLE', { display_name: 'x' }, ['The Name must be at least 3 characters.']],
    ['ROLE/delete', { migrate_role_id: '999999' }, ['The selected New role of its users is invalid.']],
    ['/settings/webhooks/new', {}, ['The Name field is required.', 'The Address of the receiver field is required.']],
    ['HOOK', { name: 'H', endpoint: 'nowhere' }, ['The Address of the receiver format is invalid.']],
    ['HOOK', { name: 'H', endpoint: 'https://h.example/', 'events[]': 'odd' }, ['The selected Events are invalid.']],
    ['HOOK', { name: 'H', timeout: '0' }, ['The Time limit in seconds must be between 1 and 600.']],
    ['/settings/sort-rules/new', { name: '' }, ['The Name field is required.', 'The Order field is required.']],
    ['RULE', { name: '', operation_1: 'name_asc' }, []],
    ['/settings/imports', {}, ['The ZIP file field is required.']],
    ['IMPORT', {}, ['Choose a place for the import.']],
    ['PAGE/comment', { text: '' }, ['The Comment field is required.']],
  ])('(%s with %j) names its fields as the page does', async (path, fields, messages) => {
    const { text } = await browser.submitAndFollow(filled(path), fields);
    const faults = nonEmpty(faultsIn(text));
    expect(faults).toEqual(expect.arrayContaining(messages));
    const labels = labelsIn(text);
    const raw = labels.filter(([name, label]) => name.replaceAll('_', ' ') !== label);
    const told = faults.filter((message) =>
      raw.some(([name]) =>
        [name, name.replaceAll('_', ' ')].some((word) => RegExp(`^The (selected )?${word} `).test(message)),
      ),
    );
    expect(told).toEqual([]);
    expect(text).toContain('<title>Error: ');
  });

  it.each([
    ['/login', { email: '', password: 'x' }, 'The E-mail field is required.'],
    ['/password/email', { email: 'x' }, 'email'],
  ])('says so in its title to a stranger at %s', async (path, fields, message) => {
    const stranger = new VisitingBrowser(app.api);
    expect((await stranger.get(path)).text).not.toContain('<title>Error: ');
    const { text } = await stranger.submitAndFollow(path, fields);
    expect(text).toContain('<title>Error: ');
    expect(faultsIn(text)).toEqual([expect.stringContaining(message)]);
  });
});

/** The last part of addresses that take something away. */
const TAKES_AWAY = /\/(?:delete|destroy|revoke|empty|cancel|remove|archive)$/;

describe('a form that takes something away', () => {
  it('has a page at its address, which asks first', () => {
    const of = (method: string) =>
      new Set(
        app.routes
          .filter((route) => route.method === method && !route.path.startsWith('/api/'))
          .map(({ path }) => path),
      );
    const [gets, posts] = [of('GET'), of('POST')];
    const takers = [...posts].filter((path) => TAKES_AWAY.test(path));
    expect(takers.length).toBeGreaterThanOrEqual(10);
    expect(takers.filter((path) => !gets.has(path))).toEqual([]);
  });

  it('stands on that page only', async () => {
    const token = await app.api.as(admin).post(`/api/users/${admin.id}/tokens`, { name: 'Old' });
    const seen: string[] = [];
    const waiting = [
      '/',
      '/settings/tokens',
      '/my-account',
      ...Object.values(placeholders),
      `/my-account/tokens/${idOf(token.body)}/revoke`,
    ];
    const forms: [page: string, action: string][] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.includes(path) || !/^\/(?:settings|my-account|books)/.test(path) || path.includes('/export/')) continue;
      seen.push(path);
      const { text } = await browser.get(path);
      for (const [, action] of text.matchAll(/<form\b[^>]*method="post"[^>]*action="([^"]+)"/g))
        forms.push([path, action ?? '']);
      for (const [, href = ''] of text.matchAll(/href="(\/[^"#?]*)"/g)) waiting.push(href);
    }
    expect(seen.filter((path) => TAKES_AWAY.test(path)).length).toBeGreaterThanOrEqual(8);
    expect(forms.filter(([page, action]) => TAKES_AWAY.test(action) && action !== page)).toEqual([]);
  });
});

describe('the question before a token is revoked', () => {
  it('names the token, its last use, and the consequences', async () => {
    const person = await app.given.editor();
    const { body } = await app.api.as(admin).post(`/api/users/${person.id}/tokens`, { name: 'Weather <station>' });
    const { text } = await browser.get(`/settings/tokens/${person.id}/${idOf(body)}/revoke`);
    expect(text).toContain('<bdi>Weather &lt;station&gt;</bdi>');
    expect(text).toContain('stop working at once.');
    expect(text).toContain('It was never used.');
    expect(text).not.toContain('credentials.json');
  });

  it('says which token the installation and the guides use', async () => {
    const { body } = await app.api.as(admin).post(`/api/users/${admin.id}/tokens`, { name: 'Any name' });
    await app.database.query(
      `INSERT INTO installed_tokens (token_id, secret_hash) SELECT token_id, secret_hash FROM api_tokens WHERE id = $1`,
      [idOf(body)],
    );
    const { text } = await browser.get(`/my-account/tokens/${idOf(body)}/revoke`);
    expect(text).toContain('<code>credentials.json</code> holds it, and the guides use it.');
  });

  it('is refused for tokens of others', async () => {
    const { body } = await app.api.as(admin).post(`/api/users/${admin.id}/tokens`, { name: 'Mine' });
    const other = await loggedIn(app, await app.given.editor());
    expect((await other.get(`/my-account/tokens/${idOf(body)}/revoke`)).status).toBe(404);
    const manager = await loggedIn(app, await app.given.editor());
    expect((await manager.get(`/settings/tokens/${admin.id}/${idOf(body)}/revoke`)).status).toBe(403);
  });
});

it('a token that lasts expires never', async () => {
  await app.api.as(admin).post(`/api/users/${admin.id}/tokens`, { name: 'Lasting' });
  await app.api.as(admin).post(`/api/users/${admin.id}/tokens`, { name: 'Ending', expires_at: '2099-01-02' });
  for (const path of ['/my-account/tokens', '/settings/tokens']) {
    const { text } = await browser.get(path);
    const expiry = (name: string) =>
      new RegExp(`<bdi>${name}</bdi></th>.*?data-column="Expires">(.*?)</td>`, 's')
        .exec(text)?.[1]
        ?.replace(/<[^>]+>/g, '')
        .trim();
    expect([expiry('Lasting'), expiry('Ending')]).toEqual(['never', '2099-01-02']);
  }
});

it('a restored item is linked', async () => {
  const api = app.api.as(admin);
  const { id } = await app.given.book({ name: 'Lost', slug: 'lost' });
  await api.delete(`/api/books/${id}`);
  const [row] = await app.database.query<{ id: number }>('SELECT max(id) AS id FROM deletions');
  const { text } = await browser.submitAndFollow(`/settings/recycle-bin/${row?.id}/restore`, {});
  expect(text).toContain('Restored: 1 item. <a href="/books/lost">Open it</a>');
});

describe('the log-in', () => {
  const visited = (headers: Record<string, string>) =>
    new VisitingBrowser(app.api, headers).get('/login?return=%2Fsettings%2Fusers');
  it.each<[how: string, headers: Record<string, string>, isTold: boolean]>([
    ['who opened it', {}, true],
    ['who followed a link of another page', { referer: 'https://docs.example/books' }, true],
    ['who pressed the link on the page itself', { referer: 'https://docs.example/settings/users' }, false],
    ['whose form was refused', { referer: 'https://docs.example/login?return=%2Fsettings%2Fusers' }, false],
    ['with an odd header', { referer: 'nonsense' }, true],
  ])('tells a stranger %s the reason: %o', async (_how, headers, isTold) => {
    expect((await visited(headers)).text.includes('Log in to read this page.')).toBe(isTold);
  });

  it('tells those whose session has ended while they wrote', async () => {
    const { text } = await new VisitingBrowser(app.api).get('/login?return=%2Fcreate-book&ended=1');
    expect(text).toContain('You are no longer logged in, so nothing was saved.');
  });

  it('needs no reason without a page to return to', async () => {
    expect((await new VisitingBrowser(app.api).get('/login')).text).not.toContain('Log in to read this page.');
  });
});

describe('users and roles', () => {
  it('who has not chosen a password is marked in the list of users', async () => {
    const invited = await app.given.viewer();
    const settled = await app.given.viewer();
    await app.given.password(settled, 'correct horse battery');
    const { text } = await browser.get('/settings/users?sort=-created_at');
    const row = (name: string) => new RegExp(`<bdi>${name}</bdi></a>(.*?)</th>`).exec(text)?.[1];
    expect([row(invited.name), row(settled.name)]).toEqual([' <span class="mark">no password yet</span>', '']);
  });

  it('the role of visitors is offered to nobody who lacks it', async () => {
    const [role] = await app.database.query<{ id: number }>(`SELECT id FROM roles WHERE system_name = 'public'`);
    const field = `name="role_${role?.id}"`;
    expect((await browser.get('/settings/users/new')).text).not.toContain(field);
    const person = await app.given.viewer();
    expect((await browser.get(`/settings/users/${person.id}`)).text).not.toContain(field);
    await app.database.query('INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)', [person.id, role?.id]);
    expect((await browser.get(`/settings/users/${person.id}`)).text).toContain(field);
  });
});
