import { randomUUID } from 'node:crypto';
import { Mailbox, type TestApi, VisitingBrowser } from '@almanac/testing';
import { OneTimeLinks } from '../../content/accounts/one-time-links';
import { each, idOf, member, problem, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

let mailbox: Mailbox;
let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  app = await startContent({ ...mailbox.environment, APP_NAME: 'Our <Docs>' });
  api = app.api.as(await app.given.user({ permissions: ['users-manage'] }));
});
afterEach(() => mailbox.letters.splice(0));
afterAll(async () => {
  await app.close();
  await mailbox.close();
});

const usersWith = (email: string) => app.database.query('SELECT 1 FROM users WHERE email = $1', [email]);

describe('POST /api/users with send_invite', () => {
  it('sends a mail with a personal invitation link', async () => {
    const { status, body } = await api.post('/api/users', {
      name: 'Ann <b>',
      email: 'ann@example.com',
      send_invite: true,
    });
    expect({ status, name: member(body, 'name') }).toEqual({ status: 200, name: 'Ann <b>' });
    expect(mailbox.letters).toHaveLength(1);
    const { to, mail } = mailbox.letters[0]!;
    expect({ to, from: mail.from, subject: mail.subject }).toEqual({
      to: ['ann@example.com'],
      from: { name: 'Our <Docs>', address: 'almanac@example.com' },
      subject: 'You have been invited to join Our <Docs>',
    });
    const [, token = ''] = /https:\/\/docs\.example\/register\/invite\/([\w-]{43})\n/.exec(mail.text ?? '') ?? [];
    expect(mail.html).toContain(`href="https://docs.example/register/invite/${token}"`);
    expect(mail.html).toContain('Hello Ann &lt;b&gt;,');
    expect(await new OneTimeLinks(app.database).userOf('invitation', token)).toBe(idOf(body));
  });

  it.each([false, undefined])('sends no mail when send_invite is %s', async (send_invite) => {
    expect(
      (await api.post('/api/users', { name: 'x', email: `${String(send_invite)}@example.com`, send_invite })).status,
    ).toBe(200);
    expect(mailbox.letters).toEqual([]);
  });

  it('returns 502 and creates no user when the mail server rejects the mail', async () => {
    const { status, body } = await api.post('/api/users', {
      name: 'x',
      email: 'nobody@example.com',
      send_invite: true,
    });
    const message =
      'The invitation could not be sent, so the user was not created. The mail server did not accept the letter.';
    expect({ status, body }).toEqual({ status: 502, body: problem(502, message) });
    expect(await usersWith('nobody@example.com')).toEqual([]);
    expect(
      await app.database.query(`SELECT 1 FROM activities WHERE type = 'user_create' AND detail LIKE '%) x'
      AND created_at > now() - interval '1 second' AND NOT EXISTS (SELECT 1 FROM users WHERE name = 'x')`),
    ).toEqual([]);
  });

  it('returns 422 and neither creates a user nor sends a mail for invalid input', async () => {
    const { status } = await api.post('/api/users', {
      name: 'x',
      email: 'roles@example.com',
      send_invite: true,
      roles: [999_999],
    });
    expect({ status, letters: mailbox.letters, users: await usersWith('roles@example.com') }).toEqual({
      status: 422,
      letters: [],
      users: [],
    });
  });
});

describe('POST /api/users/{id}/invitation', () => {
  const invited = async (more: object = {}) =>
    idOf((await api.post('/api/users', { name: 'Again', email: `${randomUUID()}@example.com`, ...more })).body);

  it('sends the invitation again', async () => {
    const id = await invited({ send_invite: true });
    expect((await api.post(`/api/users/${id}/invitation`)).status).toBe(204);
    const [first = '', second = ''] = mailbox.letters.map(
      ({ mail }) => /invite\/([\w-]{43})/.exec(mail.text ?? '')?.[1],
    );
    const links = new OneTimeLinks(app.database);
    expect(first).not.toBe(second);
    expect([await links.userOf('invitation', first), await links.userOf('invitation', second)]).toEqual([id, id]);
  });

  it('sends it to the new address after a change, and the link in the former mailbox ends', async () => {
    const [id, email] = [await invited({ send_invite: true }), `${randomUUID()}@example.com`];
    expect((await api.put(`/api/users/${id}`, { email })).status).toBe(200);
    expect((await api.post(`/api/users/${id}/invitation`)).status).toBe(204);
    const [former, current] = mailbox.letters.map(({ to, mail }) => ({
      to,
      path: /\/register\/invite\/[\w-]{43}/.exec(mail.text ?? '')?.[0] ?? '',
    }));
    expect(current?.to).toEqual([email]);
    expect(former?.to).not.toEqual([email]);
    const statuses = [former, current].map(
      async (letter) => (await new VisitingBrowser(app.api).get(letter?.path ?? '')).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 200]);
  });

  it('writes an audit log entry only when the invitation is sent', async () => {
    const admin = app.api.as(await app.given.admin());
    const id = await invited();
    await admin.post(`/api/users/${id}/invitation`);
    const other = await invited({ password: 'correct horse battery' });
    await admin.post(`/api/users/${other}/invitation`);
    const { body } = await admin.get('/api/audit-log?filter[type]=user_invite&sort=id');
    expect(each(body, 'detail').slice(-1)).toEqual([`(${id}) Again`]);
  });

  it('returns 409 for a user with a password', async () => {
    const id = await invited({ password: 'correct horse battery' });
    const message = 'This user has a password already. A forgotten one can be reset at the log-in.';
    expect(await api.post(`/api/users/${id}/invitation`)).toMatchObject({ status: 409, body: problem(409, message) });
    expect(mailbox.letters).toEqual([]);
  });

  it('is offered on the page of a user without a password only', async () => {
    const browser = new VisitingBrowser(app.api);
    await browser.logIn(await app.given.password(await app.given.admin(), 'correct horse battery'));
    const page = `/settings/users/${await invited()}`;
    const button = 'Send the invitation again';
    expect((await browser.get(page)).text).toContain(button);
    await browser.submit(page, {}, `${page}/invitation`);
    expect((await browser.get(page)).text).toContain('The invitation is sent to');
    expect(mailbox.letters).toHaveLength(1);
    const other = await invited({ password: 'correct horse battery' });
    expect((await browser.get(`/settings/users/${other}`)).text).not.toContain(button);
  });
});

it('an invitation without a mail server returns 422 and creates no user', async () => {
  const silent = await startContent();
  try {
    const caller = silent.api.as(await silent.given.user({ permissions: ['users-manage'] }));
    const { status, body } = await caller.post('/api/users', { name: 'x', email: 'x@example.com', send_invite: 1 });
    expect({ status, body }).toEqual({
      status: 422,
      body: refused({ send_invite: ['Invitations cannot be sent because no mail server is configured.'] }),
    });
    expect(await silent.database.query(`SELECT 1 FROM users WHERE email = 'x@example.com'`)).toEqual([]);
  } finally {
    await silent.close();
  }
});
