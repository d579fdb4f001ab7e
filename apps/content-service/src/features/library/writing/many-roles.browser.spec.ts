import { type Reader, testReaders, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../testing/content-app';

const PASSWORD = 'correct horse battery';

const openReader = testReaders();

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
  await app.database.query(
    `INSERT INTO roles (display_name) SELECT 'Team ' || lpad(n::text, 3, '0') FROM generate_series(1, 120) n`,
  );
  await app.database.query(
    `INSERT INTO users (name, slug, email) SELECT 'Person ' || n, 'person-' || n, 'person' || n || '@many.example' FROM generate_series(1, 300) n`,
  );
});
afterAll(() => app.close());

let reader: Reader;

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an administrator of a large site with a browser %s', (how, scripts) => {
  it('gives rules to a role, and another owner, that the page does not list', async () => {
    const person = await app.given.admin();
    await app.api.as(person).post('/api/shelves', { name: `Boats ${how}` });
    reader = await openReader(app.api.baseUrl, scripts);
    await reader.logIn(await app.given.password(person, PASSWORD));
    await reader.open('/shelves');
    await reader.press(`Boats ${how}`, 'link');
    await reader.press('Permissions', 'link');
    await reader.page.focus('#another');
    await reader.page.keyboard.type('Team 119');
    await reader.page.click('input[aria-label="Another role: see"]');
    await reader.fill({ 'Another owner (optional)': 'Person 2999' });
    await reader.press('Save the permissions');
    expect(await reader.text()).toContain('No user has this name or e-mail address.');
    expect(await reader.faults('permissions-many')).toEqual([]);
    await reader.fill({ 'Another owner (optional)': 'person299@many.example' });
    await reader.press('Save the permissions');
    expect(await reader.text()).toContain('The permissions are saved.');
    await reader.press('Permissions', 'link');
    expect(await reader.text()).toContain('Owner: Person 299');
    const isOn = async (name: string) =>
      (await reader.page.$(`input[aria-label="Team 119: ${name}"]:checked`)) !== null;
    expect([await isOn('own rules'), await isOn('see'), await isOn('change')]).toEqual([true, true, false]);
  });
});
