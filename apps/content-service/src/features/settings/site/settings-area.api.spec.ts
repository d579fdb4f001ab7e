import { ANONYMOUS } from '@almanac/auth';
import { opensSettings } from '@almanac/web';
import { ALL_PERMISSIONS } from '../../../content/access/permission-names';
import { entriesFor } from '../../../web/settings-area/entries';
import { idOf, member } from '../../../testing/answers';
import { archiveOf, uploadArchive } from '../../../testing/archives';
import { nonEmpty, VisitingBrowser } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { loggedIn } from '../../../testing/logged-in';

/** Values of the parameters in addresses of the settings area. */
const PARAMETERS: Record<string, string> = { ':id': '1' };

let app: ContentApp;
let stranger: VisitingBrowser;
let reader: VisitingBrowser;
let admin: VisitingBrowser;
beforeAll(async () => {
  app = await startContent();
  stranger = new VisitingBrowser(app.api);
  reader = await memberWith(['book-view-all']);
  const person = await app.given.admin();
  admin = await loggedIn(app, person);
  const { id } = await app.given.book();
  await app.api.as(person).delete(`/api/books/${id}`);
  const deletions = (await app.api.as(person).get('/api/recycle-bin')).body;
  await app.api.as(person).post('/api/sort-rules', { name: 'By name', operations: ['name_asc'] });
  const hook = { name: 'Hook', endpoint: 'https://hooks.example/', events: ['all'] };
  const webhookId = idOf((await app.api.as(person).post('/api/webhooks', hook)).body);
  const [delivery] = await app.database.query<{ id: number }>(
    `INSERT INTO webhook_deliveries (webhook_id, message_id, event, body, state)
     VALUES ($1, 'msg', 'role_delete', '{}', 'delivered') RETURNING id`,
    [webhookId],
  );
  const importId = idOf((await uploadArchive(app, person, await archiveOf({ book: { name: 'Waiting' } }))).body);
  await app.database.query(`INSERT INTO job_runs (kind, subject, created_by, input) VALUES ('import', $1, $2, '{}')`, [
    importId,
    person.id,
  ]);
  const token = await app.api.as(person).post(`/api/users/${person.id}/tokens`, { name: 'Old' });
  Object.assign(PARAMETERS, {
    ':userId': String(person.id),
    ':tokenId': String(idOf(token.body)),
    ':deletionId': String(member(deletions, 'data.0.id')),
    ':webhookId': String(webhookId),
    ':deliveryId': String(delivery?.id),
    ':importId': String(importId),
  });
});
afterAll(() => app.close());

const memberWith = async (permissions: readonly string[]) =>
  loggedIn(app, await app.given.user({ permissions, api: false }));

/** The addresses of the settings area, by method. */
const addresses = (method: string): string[] =>
  app.routes
    .filter((route) => route.method === method && /^\/settings(?:\/|$)/.test(route.path))
    .map(({ path }) => path.replace(/:(\w+)/g, (name) => PARAMETERS[name] ?? name));

const linksIn = (html: string): string[] => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href);

describe('the settings area', () => {
  it('is linked in the header exactly for members who may open a part of it', () => {
    for (const permission of nonEmpty(ALL_PERMISSIONS)) {
      const actor = { ...ANONYMOUS, permissions: new Set([permission]) };
      expect([permission, opensSettings(actor)]).toEqual([permission, entriesFor(actor).length > 0]);
    }
  });

  it('has many pages and forms, which the tests below visit', () => {
    expect(addresses('GET').length).toBeGreaterThanOrEqual(20);
    expect(addresses('POST').length).toBeGreaterThanOrEqual(20);
  });

  it('sends a stranger to the log-in, and back to the page', async () => {
    for (const path of nonEmpty(addresses('GET'))) {
      const { status, headers } = await stranger.get(path);
      expect([path, status, headers.get('location')]).toEqual([path, 303, `/login?return=${encodeURIComponent(path)}`]);
    }
  });

  it('refuses each page and each form to a member without the rights, as HTML', async () => {
    for (const path of nonEmpty(addresses('GET'))) {
      const { status, headers, text } = await reader.get(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 403, 'text/html; charset=utf-8']);
      expect(text).not.toContain('aria-label="Settings"');
    }
    for (const path of nonEmpty(addresses('POST')))
      expect([path, (await reader.submit('/my-account', {}, path)).status]).toEqual([path, 403]);
  });

  it('refuses each form without the CSRF token', async () => {
    for (const path of nonEmpty(addresses('POST')))
      expect([path, (await admin.send('POST', path, new URLSearchParams())).status]).toEqual([path, 403]);
  });

  it('opens each page to an administrator', async () => {
    // The start leads to a page, and a secret is shown once.
    for (const path of nonEmpty(addresses('GET').filter((address) => !/^\/settings$|\/secret$/.test(address)))) {
      const { status, text } = await admin.get(path);
      expect([path, status]).toEqual([path, 200]);
      // The version of the program, whatever the page shows.
      expect(text).toMatch(/<span><bdi>[\w ]+<\/bdi> \d+\.\d+\.\d+<\/span>/);
    }
  });

  it('leads to the first page that a member may open, and links all of these', async () => {
    const { status, headers } = await admin.get('/settings');
    expect([status, headers.get('location')]).toEqual([303, '/settings/application']);
    expect(linksIn((await admin.get('/')).text)).toContain('/settings');
    expect(linksIn((await reader.get('/')).text)).not.toContain('/settings');
    const manager = await memberWith(['settings-manage']);
    expect((await manager.get('/settings')).headers.get('location')).toBe('/settings/application');
    expect((await manager.get('/settings/application')).text).toContain(
      '<a href="/settings/application" aria-current="true">Application</a>',
    );
  });

  it('shows both values to the later of two administrators, who can then replace the other value', async () => {
    const path = '/settings/application';
    const fields = { app_name: 'Mine', app_logo: 'none', default_editor: 'wysiwyg', registration_role_id: '' };
    const version = /name="settings_version" value="([^"]+)"/.exec((await admin.get(path)).text)?.[1] ?? '';
    const seen = version.replaceAll('&quot;', '"');
    await app.api.as(await app.given.admin()).put('/api/settings', { app_name: 'Theirs' });
    await admin.submit(path, { ...fields, settings_version: seen });
    const { text } = await admin.get(path);
    expect(text).toContain('The value is now “Theirs”. You entered “Mine”.');
    expect(text).toContain('name="app_name" type="text" value="Mine"');
    await admin.submit(path, {
      ...fields,
      settings_version: /name="settings_version" value="([^"]+)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '',
    });
    expect((await admin.get(path)).text).toContain('The settings are saved.');
    await app.api.as(await app.given.admin()).put('/api/settings', { app_name: null, app_logo: null });
  });

  it('is an unknown address for programs', async () => {
    const program = app.api.as(await app.given.admin());
    for (const path of nonEmpty(addresses('GET'))) expect((await program.get(path)).status).toBe(404);
  });
});
