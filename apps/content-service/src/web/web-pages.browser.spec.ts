import { freePort } from '@almanac/runtime';
import { Mailbox, type Reader, testReaders, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { generateSync } from 'otplib';
import { type ContentApp, startContent } from '../testing/content-app';

const PASSWORD = 'correct horse battery';
const ANOTHER = 'staple correct horse';
const STEP_SECONDS = 30;
const LONG_WORD = `Al${'w'.repeat(66)}`;

const openReader = testReaders();

let app: ContentApp;
let mailbox: Mailbox;
beforeAll(async () => {
  const port = String(await freePort());
  mailbox = await Mailbox.open();
  app = await startContent({ PORT: port, BASE_URL: `http://127.0.0.1:${port}`, ...mailbox.environment });
  await app.api.as(await app.given.admin()).put('/api/settings', { app_name: LONG_WORD });
});
afterAll(async () => {
  await app.close();
  await mailbox.close();
});

let reader: Reader;

/** A new user for each test, so that tests do not share rate limits. */
async function someone() {
  const editor = await app.given.editor();
  await app.api.as(await app.given.admin()).put(`/api/users/${editor.id}`, { name: LONG_WORD });
  return app.given.password(editor, PASSWORD);
}
const sitDown = async (scripts: boolean) => (reader = await openReader(app.baseUrl, scripts));
const codeIn = (seconds: number, key: string) =>
  generateSync({ secret: key.replaceAll(' ', ''), epoch: Math.floor(Date.now() / 1_000) + seconds });

async function linkInLetterTo(address: string): Promise<string> {
  const isThere = () => mailbox.letters.find(({ to }) => to.includes(address));
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 20));
  return /http:\S+/.exec(isThere()?.mail.text ?? '')?.[0] ?? '';
}

describe.each(WITH_AND_WITHOUT_SCRIPTS)('a user of a browser %s', (_how, scripts) => {
  beforeEach(() => sitDown(scripts));

  it('logs in, after a wrong password, and out again', async () => {
    const { email, password } = await someone();
    await reader.open('/my-account');
    expect(reader.path).toBe('/login?return=%2Fmy-account');
    expect(await reader.faults('login')).toEqual([]);
    await reader.fill({ 'E-mail': email, Password: 'wrong' });
    await reader.press('Log in');
    expect(await reader.text()).toContain('These credentials do not match our records.');
    expect(await reader.faults('login-refused')).toEqual([]);
    await reader.fill({ Password: password });
    await reader.press('Log in');
    expect(reader.path).toBe('/my-account');
    expect(await reader.faults('my-account')).toEqual([]);
    await reader.press('Log out');
    expect(await reader.text()).toContain('You are logged out.');
    await reader.open('/my-account');
    expect(reader.path).toContain('/login');
  });

  it('is asked to wait after too many wrong passwords', async () => {
    const { email } = await someone();
    for (let guess = 0; guess < 6; guess += 1) await reader.logIn({ email, password: 'guess' });
    expect(await reader.text()).toContain('Too many attempts. Please try again in 5 minutes.');
    expect(await reader.faults('throttled')).toEqual([]);
  });

  it('reads the API documentation after a log-in', async () => {
    await reader.open('/api/docs');
    expect(reader.path).toBe('/login?return=%2Fapi%2Fdocs');
    const { email, password } = await app.given.password(await app.given.editor(), PASSWORD);
    await reader.fill({ 'E-mail': email, Password: password });
    await reader.press('Log in');
    expect(reader.path).toBe('/api/docs');
    expect(await reader.faults('api-docs', '#api-docs')).toEqual([]);
    await reader.open('/no/such/page');
    expect(await reader.text()).toContain('There is no such page');
    expect(await reader.faults('no-such-page')).toEqual([]);
  });

  it('creates an API token, uses it and revokes it', async () => {
    await reader.logIn(await someone());
    await reader.open('/my-account');
    await reader.press('API tokens', 'link');
    await reader.fill({ Name: 'Backup script' });
    await reader.press('Create the token');
    const token = await reader.text('#token');
    expect(await reader.faults('new-token')).toEqual([]);
    expect((await app.api.as({ token }).get('/api/books')).status).toBe(200);
    expect(reader.path).toBe('/my-account/tokens/new');
    await reader.press('I have stored it', 'link');
    expect(await reader.text()).not.toContain(token.split(':')[1]);
    expect(await reader.faults('tokens')).toEqual([]);
    await reader.press('Revoke Backup script', 'link');
    expect(await reader.text()).toContain('Programs that use the token Backup script stop working at once.');
    expect(await reader.faults('token-revoke')).toEqual([]);
    await reader.press('Revoke the token');
    expect(await reader.text()).toContain('The token is revoked.');
    expect((await app.api.as({ token }).get('/api/books')).status).toBe(401);
  });

  it('sets a password through an invitation', async () => {
    const email = `${LONG_WORD.slice(0, 60)}@${scripts}.example.com`;
    const admin = app.api.as(await app.given.admin());
    expect((await admin.post('/api/users', { name: LONG_WORD, email, send_invite: true })).status).toBe(200);
    await reader.open(await linkInLetterTo(email));
    expect(await reader.text()).toContain(email);
    expect(await reader.faults('invitation')).toEqual([]);
    const link = reader.path;
    await reader.fill({ 'New password': PASSWORD, 'The same again': ANOTHER });
    await reader.press('Set the password');
    expect(await reader.text()).toContain('The two passwords are not the same.');
    expect(await reader.faults('invitation-refused')).toEqual([]);
    await reader.fill({ 'New password': PASSWORD, 'The same again': PASSWORD });
    await reader.press('Set the password');
    await reader.logIn({ email, password: PASSWORD });
    expect(reader.path).toBe('/');
    await reader.open(link);
    expect(await reader.text()).toContain('This invitation does not work any more');
    expect(await reader.faults('dead-link')).toEqual([]);
  });

  it('resets a forgotten password by mail', async () => {
    const { email } = await someone();
    await reader.open('/login');
    await reader.press('Forgot your password?', 'link');
    expect(await reader.faults('forgotten-password')).toEqual([]);
    await reader.fill({ 'E-mail of your account': email });
    await reader.press('Send the link');
    expect(await reader.text()).toContain('If an account has this address');
    await reader.open(await linkInLetterTo(email));
    expect(await reader.faults('choose-password')).toEqual([]);
    await reader.fill({ 'New password': ANOTHER, 'The same again': ANOTHER });
    await reader.press('Set the password');
    await reader.logIn({ email, password: ANOTHER });
    expect(reader.path).toBe('/');
  });

  it('changes name and password', async () => {
    const { email } = await someone();
    await reader.logIn({ email, password: PASSWORD });
    await reader.open('/my-account');
    await reader.fill({ Name: 'Ann Renamed' });
    await reader.press('Save');
    expect(await reader.text('nav[aria-label="Account"]')).toBe('Account (Ann Renamed)');
    await reader.press('Security', 'link');
    expect(await reader.faults('security')).toEqual([]);
    await reader.fill({ 'Current password': PASSWORD, 'New password': ANOTHER, 'The same again': ANOTHER });
    await reader.press('Change the password');
    expect(await reader.text()).toContain('Your new password is set.');
    await reader.press('Log out');
    await reader.logIn({ email, password: ANOTHER });
    expect(reader.path).toBe('/');
  });

  it('sets up two-step log-in for a role and logs in with both kinds of codes', async () => {
    const person = await app.given.editor();
    await app.database.query(
      'UPDATE roles SET mfa_enforced = true WHERE id = (SELECT role_id FROM user_roles WHERE user_id = $1)',
      [person.id],
    );
    const credentials = await app.given.password(person, PASSWORD);
    await reader.logIn(credentials);
    expect(reader.path).toBe('/mfa/setup');
    await reader.open('/my-account');
    expect(reader.path).toBe('/mfa/setup');
    expect(await reader.faults('mfa-setup')).toEqual([]);
    const key = await reader.text('.secret');
    await reader.fill({ Code: '000000' });
    await reader.press('Switch it on');
    expect(await reader.text()).toContain('This code is not right.');
    expect(await reader.text('.secret')).toBe(key);
    const confirming = codeIn(0, key);
    await reader.fill({ Code: confirming });
    await reader.press('Switch it on');
    const codes = (await reader.text('.secret')).split('\n');
    expect(codes).toHaveLength(10);
    expect(await reader.faults('backup-codes')).toEqual([]);
    await reader.press('I have stored them', 'link');
    expect(await reader.text()).toContain('You have 10 backup codes left.');
    expect(await reader.faults('security-on')).toEqual([]);

    await reader.press('Log out');
    await reader.logIn(credentials);
    expect(reader.path).toBe('/mfa/verify');
    expect(await reader.faults('mfa-verify')).toEqual([]);
    await reader.fill({ Code: confirming });
    await reader.press('Continue');
    expect(await reader.text()).toContain('This code is not right, or it was used before.');
    await reader.fill({ Code: codeIn(STEP_SECONDS, key) });
    await reader.press('Continue');
    expect(reader.path).toBe('/');

    await reader.open('/my-account');
    await reader.press('Log out');
    await reader.logIn(credentials);
    await reader.fill({ Code: codes[0] ?? '' });
    await reader.press('Continue');
    expect(await reader.text()).toContain('You have 9 backup codes left.');
  });

  it('switches two-step log-in off again with the password', async () => {
    await reader.logIn(await someone());
    await reader.open('/mfa/setup');
    await reader.fill({ Code: codeIn(0, await reader.text('.secret')) });
    await reader.press('Switch it on');
    await reader.open('/mfa/backup-codes');
    expect(await reader.faults('new-backup-codes')).toEqual([]);
    await reader.fill({ 'Current password': PASSWORD });
    await reader.press('Make new codes');
    expect((await reader.text('.secret')).split('\n')).toHaveLength(10);
    await reader.open('/mfa/remove');
    expect(await reader.faults('mfa-remove')).toEqual([]);
    await reader.fill({ 'Current password': 'wrong' });
    await reader.press('Switch it off');
    expect(await reader.text()).toContain('The current password is not right.');
    await reader.fill({ 'Current password': PASSWORD });
    await reader.press('Switch it off');
    expect(await reader.text()).toContain('Two-step log-in is off.');
  });
});

it('the copy button copies the token', async () => {
  await sitDown(true);
  await reader.page
    .browserContext()
    .setPermission(
      app.baseUrl,
      ...['clipboard-read', 'clipboard-write'].map((name) => ({ permission: { name }, state: 'granted' as const })),
    );
  await reader.logIn(await someone());
  await reader.open('/my-account/tokens');
  await reader.fill({ Name: 'Copied' });
  await reader.press('Create the token');
  await reader.page.click('button[data-copies]');
  await reader.page.waitForFunction(`document.querySelector('button[data-copies]').textContent === 'Copied'`);
  expect(await reader.page.evaluate('navigator.clipboard.readText()')).toBe(await reader.text('#token'));
});
