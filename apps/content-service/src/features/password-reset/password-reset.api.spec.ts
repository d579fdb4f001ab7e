import { Mailbox, until, VisitingBrowser } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';

const NEW = { password: 'staple correct horse', password_confirmation: 'staple correct horse' };
const SAID = 'If an account has this address';

let mailbox: Mailbox;
let app: ContentApp;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  app = await startContent({ BASE_URL: 'http://docs.example', LOG_LEVEL: 'silent', ...mailbox.environment });
});
afterAll(async () => {
  await app.close();
  await mailbox.close();
});

let addresses = 0;
const browser = () => new VisitingBrowser(app.api, { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });
const ask = (email: string) => browser().submitAndFollow('/password/email', { email });
const lettersTo = (email: string) => mailbox.letters.filter(({ to }) => to.includes(email));
const activities = (type: string) =>
  app.database.query<{ detail: string }>('SELECT detail FROM activities WHERE type = $1 ORDER BY id', [type]);

/** The path of the link in the mail, which arrives some time after the response. */
async function linkSentTo(email: string): Promise<string> {
  await ask(email);
  while (lettersTo(email).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  return new URL(/http:\S+/.exec(lettersTo(email).at(-1)?.mail.text ?? '')?.[0] ?? '').pathname;
}

describe('POST /password/email', () => {
  it('sends a link that works once', async () => {
    const person = await app.given.viewer();
    const email = `${person.slug}@example.com`;
    const link = await linkSentTo(email);
    const visitor = browser();
    expect((await visitor.submitAndFollow(link, NEW)).text).toContain('Your new password is set.');
    expect((await visitor.logIn({ email, password: NEW.password })).headers.get('location')).toBe('/');
    expect(await browser().get(link)).toMatchObject({
      status: 404,
      text: expect.stringContaining('does not work any more'),
    });
    expect((await activities('auth_password_reset_request')).at(-1)).toEqual({ detail: email });
    expect((await activities('auth_password_reset_update')).at(-1)).toEqual({
      detail: `(${person.id}) ${person.name}`,
    });
  });

  // Another mailbox may have the typed spelling.
  it.each([
    ['capitals', (email: string) => email.toUpperCase()],
    ['an accent', (email: string) => email.replace('user', 'úser')],
    ['an accent in the domain', (email: string) => email.replace('example', 'éxample')],
    ['wide letters', (email: string) => email.replace('user', 'ｕｓｅｒ')],
  ])('sends the link to the stored address when the typed one has %s', async (_, spell) => {
    const email = `${(await app.given.viewer()).slug}@example.com`;
    const before = mailbox.letters.length;
    expect((await ask(spell(email))).text).toContain(SAID);
    await until(() => mailbox.letters.length > before);
    expect(mailbox.letters.slice(before).map(({ to }) => to)).toEqual([[email]]);
  });

  it('returns the same message for unknown addresses and sends them no mail', async () => {
    const known = `${(await app.given.viewer()).slug}@example.com`;
    const [one, other, guest] = [await ask(known), await ask('stranger@example.com'), await ask('guest@example.com')];
    const said = ({ text }: { text: string }) => /role="status">([^<]+)</.exec(text)?.[1];
    expect(said(one)).toContain(SAID);
    expect([said(other), said(guest)]).toEqual([said(one), said(one)]);
    expect([lettersTo('stranger@example.com'), lettersTo('guest@example.com')]).toEqual([[], []]);
    expect(await activities('auth_password_reset_request')).not.toContainEqual({ detail: 'stranger@example.com' });
  });

  it('returns the same message when the mail cannot be sent', async () => {
    const person = await app.given.viewer();
    await app.database.query(`UPDATE users SET email = 'nobody@example.com' WHERE id = $1`, [person.id]);
    expect((await ask('nobody@example.com')).text).toContain(SAID);
  });

  it.each([
    ['', 'The E-mail of your account field is required.'],
    ['no address', 'The E-mail of your account must be a valid email address.'],
  ])('refuses %j', async (email, message) => expect((await ask(email)).text).toContain(message));

  it('allows three requests an hour per account and address, for unknown accounts too', async () => {
    const known = `${(await app.given.viewer()).slug}@example.com`;
    for (const email of [known, 'often@example.com']) {
      const visitor = browser();
      for (let request = 0; request < 3; request += 1)
        expect((await visitor.submit('/password/email', { email })).status).toBe(303);
      const spelt = `Ó${email.slice(1)}`.replace('Óser', 'Úser');
      expect((await visitor.submit('/password/email', { email: spelt })).status).toBe(429);
      expect((await browser().submit('/password/email', { email })).status).toBe(303);
    }
  });

  it('limits mails to ten an hour per account, except requests from known devices', async () => {
    const credentials = await app.given.password(await app.given.viewer(), 'the one before');
    const device = browser();
    await device.logIn(credentials);
    device.cookies.delete('almanac-session');
    for (let request = 0; request < 12; request += 1) expect((await ask(credentials.email)).text).toContain(SAID);
    await until(() => lettersTo(credentials.email).length >= 10);
    await device.submit('/password/email', { email: credentials.email });
    await until(() => lettersTo(credentials.email).length >= 11);
    expect(lettersTo(credentials.email)).toHaveLength(11);
  });
});

describe('/password/reset/{token}', () => {
  it.each(['x', 'a'.repeat(43), '%27', 'b'.repeat(400)])('returns 404 for the token %j', async (token) => {
    expect((await browser().get(`/password/reset/${token}`)).status).toBe(404);
  });

  it('rejects two different passwords and keeps the link valid', async () => {
    const link = await linkSentTo(`${(await app.given.viewer()).slug}@example.com`);
    const visitor = browser();
    expect((await visitor.submitAndFollow(link, { ...NEW, password_confirmation: 'other' })).text).toContain(
      'not the same',
    );
    expect((await visitor.submitAndFollow(link, NEW)).text).toContain('Your new password is set.');
  });

  it('ends the existing sessions of the user', async () => {
    const person = await app.given.viewer();
    const credentials = await app.given.password(person, 'the one before');
    const before = browser();
    await before.logIn(credentials);
    const link = await linkSentTo(credentials.email);
    await browser().submitAndFollow(link, NEW);
    expect((await before.get('/my-account')).headers.get('location')).toContain('/login');
  });

  it('allows a log-in from a browser that sent too many wrong passwords before', async () => {
    const person = await app.given.viewer();
    const email = `${person.slug}@example.com`;
    const visitor = browser();
    for (let guess = 0; guess < 6; guess += 1) await visitor.logIn({ email, password: 'forgotten' });
    await visitor.submitAndFollow(await linkSentTo(email), NEW);
    expect((await visitor.logIn({ email, password: NEW.password })).headers.get('location')).toBe('/');
  });

  it('returns 404 after another change of the password', async () => {
    const person = await app.given.viewer();
    const email = `${person.slug}@example.com`;
    const link = await linkSentTo(email);
    const admin = app.api.as(await app.given.admin());
    expect((await admin.put(`/api/users/${person.id}`, { password: 'set by an administrator' })).status).toBe(200);
    expect((await browser().get(link)).status).toBe(404);
  });

  it('uses tokens that are invalid for invitations', async () => {
    const link = await linkSentTo(`${(await app.given.viewer()).slug}@example.com`);
    const token = link.split('/').at(-1) ?? '';
    expect((await browser().get(`/register/invite/${token}`)).status).toBe(404);
    expect((await browser().get(link)).status).toBe(200);
  });
});

it('without a mail server the page explains that the site cannot send mails', async () => {
  const silent = await startContent({ BASE_URL: 'http://docs.example' });
  expect((await new VisitingBrowser(silent.api).get('/password/email')).text).toContain(
    'This site cannot send e-mail.',
  );
  await silent.close();
});
