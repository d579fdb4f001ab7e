import { Mailbox, type Reader, testReaders, until, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../testing/content-app';

const PASSWORD = 'correct horse battery';

const openReader = testReaders();

let app: ContentApp;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  app = await startContent({ BASE_URL: 'http://docs.example', ...mailbox.environment });
});
afterAll(async () => {
  await app.close();
  await mailbox.close();
});

let reader: Reader;

async function sitDown(scripts: boolean): Promise<void> {
  reader = await openReader(app.api.baseUrl, scripts);
  await reader.logIn(await app.given.password(await app.given.admin(), PASSWORD));
}

const tick = (name: string) => reader.page.click(`input[type="checkbox"][name="${name}"]`);

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an administrator with a browser %s', (how, scripts) => {
  beforeEach(() => sitDown(scripts));

  it('finds the pages of the area in a fold above the page on a phone', async () => {
    await reader.page.setViewport({ width: 390, height: 844 });
    await reader.open('/settings/users');
    expect(await reader.page.evaluate(`document.querySelector('h1').getBoundingClientRect().top`)).toBeLessThan(200);
    await reader.page.focus('.side-fold > summary');
    expect(await reader.text('.side-fold > summary')).toBe('Settings: Users');
    await reader.page.keyboard.press('Enter');
    await reader.press('Roles', 'link');
    expect(reader.path).toBe('/settings/roles');
  });

  it('changes the settings of the application', async () => {
    await reader.open('/');
    await reader.press('Settings', 'link');
    expect(reader.path).toBe('/settings/application');
    expect(await reader.faults('settings-application')).toEqual([]);
    await reader.fill({ 'Name of this site (optional)': `Harbour ${how}` });
    await reader.page.select('select[name="default_editor"]', 'markdown');
    await reader.press('Save the settings');
    expect(await reader.text()).toContain('The settings are saved.');
    expect(await reader.text('.site-name')).toBe(`Harbour ${how}`);
    await reader.fill({ 'Address of the logo (optional)': 'logo' });
    await reader.press('Save the settings');
    expect(await reader.text()).toContain('The Address of the logo must be an http or https address, or none.');
    expect(await reader.faults('settings-application-refused')).toEqual([]);
    await reader.press('Upload a logo', 'link');
    expect(await reader.faults('settings-logo')).toEqual([]);
  });

  it('invites a user, changes the user and deletes the user', async () => {
    const email = `invited-${scripts}@example.com`;
    await reader.open('/settings/users');
    await reader.press('New user', 'link');
    expect(await reader.faults('settings-user-new')).toEqual([]);
    await reader.fill({ Name: 'Ann Invited', 'E-mail': email });
    await tick('role_3');
    await reader.press('Create the user');
    expect(await reader.text()).toContain(`Ann Invited is invited by a mail to ${email}.`);
    expect(await reader.faults('settings-user')).toEqual([]);
    await until(async () => mailbox.letters.some(({ to }) => to.includes(email)));
    await reader.fill({ Name: 'Ann Renamed' });
    await reader.press('Save the user');
    expect(await reader.text()).toContain('Ann Renamed is saved.');
    await reader.press('Users', 'link');
    await reader.fill({ 'Search by name or e-mail': email });
    await reader.press('Find');
    expect(await reader.faults('settings-users')).toEqual([]);
    await reader.press('Ann Renamed', 'link');
    await reader.press('Delete this user', 'link');
    expect(await reader.faults('settings-user-delete')).toEqual([]);
    await reader.press('Delete the user');
    expect(await reader.text()).toContain('The user is deleted.');
  });

  it('copies a role, changes its permissions and deletes it', async () => {
    await reader.open('/settings');
    await reader.press('Roles', 'link');
    expect(await reader.faults('settings-roles')).toEqual([]);
    await reader.press('Copy Editor', 'link');
    await reader.fill({ Name: `Writers ${how}` });
    await tick('comment-create-all');
    await reader.press('Create the role');
    expect(await reader.text()).toContain(`The role “Writers ${how}” is created.`);
    expect(await reader.page.$('input[name="comment-create-all"][checked]')).not.toBeNull();
    expect(await reader.faults('settings-role')).toEqual([]);
    await reader.press('Delete this role', 'link');
    expect(await reader.faults('settings-role-delete')).toEqual([]);
    await reader.press('Delete the role');
    expect(await reader.text()).toContain('The role is deleted.');
  });
});

it('the permissions of a row or column are switched by one button', async () => {
  await sitDown(true);
  await reader.open('/settings/roles/new');
  const names = `[...document.querySelectorAll('.matrix input:checked')].map(({ name }) => name).join(' ')`;
  const ticked = async () =>
    String(await reader.page.evaluate(names))
      .split(' ')
      .filter(Boolean);
  const toggle = (name: string) => reader.page.click(`::-p-aria([name="Toggle all of “${name}”"][role="button"])`);
  expect(await ticked()).toEqual([]);
  await toggle('Comments');
  expect((await ticked()).length).toBeGreaterThan(3);
  expect((await ticked()).filter((name) => !name.startsWith('comment-'))).toEqual([]);
  await toggle('Comments');
  await toggle('Publish');
  expect(await ticked()).toEqual(['event-publish', 'venue-publish', 'organizer-publish']);
});

it('a member without the rights gets a page with the reason', async () => {
  reader = await openReader(app.api.baseUrl);
  await reader.open('/settings/users');
  expect(reader.path).toBe('/login?return=%2Fsettings%2Fusers');
  const { email, password } = await app.given.password(await app.given.editor(), PASSWORD);
  await reader.fill({ 'E-mail': email, Password: password });
  await reader.press('Log in');
  expect(await reader.text()).toContain('This is not possible');
  expect(await reader.faults('settings-forbidden')).toEqual([]);
});
