import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VisitingBrowser } from '@almanac/testing';
import { OneTimeLinks } from '../../content/accounts/one-time-links';
import { idOf } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

const SOURCES = path.resolve(__dirname, '../..');
const STRONG = 'kettle of violet fog';
const COMMON = 'Many people use this password';
const BLANK = 'This password is blank';
const OWN = 'This password is the name or the e-mail address';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

interface Owner {
  id: number;
  name: string;
  email: string;
}

async function newOwner(): Promise<Owner> {
  const { id, slug } = await app.given.viewer();
  const owner = { name: `Mary Ann ${slug}`, email: `mary.ann.${slug}@example.com` };
  await app.database.query('UPDATE users SET name = $2, email = $3 WHERE id = $1', [id, owner.name, owner.email]);
  return { id, ...owner };
}

const visitor = () => new VisitingBrowser(app.api);

async function loggedIn(person: { id: number }): Promise<VisitingBrowser> {
  const browser = visitor();
  const account = { ...person, name: '', slug: '', token: '' };
  await browser.logIn(await app.given.password(account, STRONG));
  return browser;
}

const twice = (password: string) => ({ password, password_confirmation: password });
const roleField = async () => ({ [`role_${(await app.given.role()).id}`]: 'on' });

/** Opens a page that sets the password of this owner. The result sends its form. */
type Page = (owner: Owner) => Promise<{ browser: VisitingBrowser; at: string; fields: (password: string) => object }>;

const byLink =
  (purpose: 'invitation' | 'password-reset', folder: string): Page =>
  async ({ id }) => {
    const token = await new OneTimeLinks(app.database).issue(purpose, id);
    return { browser: visitor(), at: `${folder}/${token}`, fields: twice };
  };

const PAGES: Record<string, Page> = {
  'features/invitations/accept.eta': byLink('invitation', '/register/invite'),
  'features/password-reset/choose-password.eta': byLink('password-reset', '/password/reset'),
  'features/my-account/security.eta': async (owner) => ({
    browser: await loggedIn(owner),
    at: '/my-account/security',
    fields: (password) => ({ ...twice(password), password_current: STRONG }),
  }),
  'features/users/site/form.eta of a user': async ({ id }) => {
    const browser = await loggedIn(await app.given.admin());
    const roles = await roleField();
    return { browser, at: `/settings/users/${id}`, fields: (password) => ({ password, ...roles }) };
  },
  'features/users/site/form.eta of a new user': async (owner) => {
    // The same person, so that the name and the address are those of the table.
    await app.database.query('DELETE FROM users WHERE id = $1', [owner.id]);
    const browser = await loggedIn(await app.given.admin());
    const { name, email } = owner;
    return {
      browser,
      at: '/settings/users/new',
      fields: (password) => ({ name, email, access: 'password', password }),
    };
  },
};

const KINDS: [kind: string, passwordOf: (owner: Owner) => string, refusal: string][] = [
  ['a most used one', () => 'password', COMMON],
  ['a most used one of digits', () => '12345678', COMMON],
  ['a most used one in another case', () => 'PassWord', COMMON],
  ['a most used one of an administrator', () => 'admin123', COMMON],
  ['white space', () => '        ', BLANK],
  ['one repeated character', () => 'aaaaaaaa', BLANK],
  ['the e-mail address', ({ email }) => email.toUpperCase(), OWN],
  ['the address before its @', ({ email }) => email.split('@')[0] ?? '', OWN],
  ['the name', ({ name }) => name.toLowerCase(), OWN],
];

const send = async ({ browser, at, fields }: Awaited<ReturnType<Page>>, password: string) => {
  const { status, headers } = await browser.submit(at, { ...fields(password) });
  return { status, to: headers.get('location') ?? '' };
};

describe.each(Object.entries(PAGES))('the form of %s', (_name, open) => {
  it.each(KINDS)('refuses %s with a reason beside the field', async (_kind, passwordOf, refusal) => {
    const owner = await newOwner();
    const page = await open(owner);
    expect(await send(page, passwordOf(owner))).toEqual({ status: 303, to: page.at });
    const { text } = await page.browser.get(page.at);
    expect(/id="password-fault"[^>]*>([^<]*)/.exec(text)?.[1]).toContain(refusal);
  });

  it('accepts another one', async () => {
    const owner = await newOwner();
    const page = await open(owner);
    const { status, to } = await send(page, `${owner.name} and more`);
    expect(status).toBe(303);
    expect((await page.browser.get(to)).text).not.toContain('Choose another one');
    const log = await app.database.query(`SELECT FROM activities WHERE detail LIKE '%weak%'`);
    expect(log).toEqual([]);
  });
});

it('each template with a field for a new password is in this table', () => {
  const templates = globSync('**/*.eta', { cwd: SOURCES }).filter((file) =>
    readFileSync(path.join(SOURCES, file), 'utf8').includes('new-password'),
  );
  const listed = Object.keys(PAGES).map((name) => name.split(' ')[0]);
  expect(new Set(templates)).toEqual(new Set([...listed, 'web/templates/new-password-fields.eta']));
});

describe('the API', () => {
  const details = async (type: string) =>
    (
      await app.database.query<{ detail: string }>('SELECT detail FROM activities WHERE type = $1 ORDER BY id', [type])
    ).at(-1)?.detail;

  it.each([...KINDS, ['none of these', () => STRONG, undefined] as const])(
    'accepts %s, and the audit log notes whether it is weak',
    async (_kind, passwordOf, refusal) => {
      const api = app.api.as(await app.given.admin());
      const owner = await newOwner();
      await app.database.query('DELETE FROM users WHERE id = $1', [owner.id]);
      const { name, email } = owner;
      const password = passwordOf(owner);
      const note = refusal === undefined ? '' : '; weak password';
      const { status, body } = await api.post('/api/users', { name, email, password });
      expect(status).toBe(200);
      const label = `(${idOf(body)}) ${name}`;
      expect(await details('user_create')).toBe(label + note);
      expect((await api.put(`/api/users/${idOf(body)}`, { password })).status).toBe(200);
      expect(await details('user_update')).toBe(label + note);
      await api.put(`/api/users/${idOf(body)}`, { name });
      expect(await details('user_update')).toBe(label);
    },
  );
});
