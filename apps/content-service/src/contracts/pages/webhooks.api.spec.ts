import type { VisitingBrowser } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import type { Person } from '../../testing/given';

const FIELDS = {
  name: 'Hook',
  endpoint: 'https://hooks.example/',
  'events[]': 'book_create',
  timeout: '3',
  active: 'on',
};

let app: ContentApp;
let admin: Person;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startContent();
  admin = await app.given.admin();
  browser = await loggedIn(app, admin);
});
afterAll(() => app.close());

/** Creates a webhook in the form. @returns the address of its page */
async function created(fields: Record<string, string> = {}): Promise<string> {
  const { headers } = await browser.submit('/settings/webhooks/new', { ...FIELDS, ...fields });
  const [path] = /^\/settings\/webhooks\/\d+(?=\/secret$)/.exec(headers.get('location') ?? '') ?? [];
  if (path === undefined) throw new Error(`the form led to ${headers.get('location')}`);
  return path;
}
const stored = async (path: string) => (await app.api.as(admin).get(path.replace('/settings', '/api'))).body;

describe('the form of a webhook', () => {
  it('stores the scope, and shows it again', async () => {
    const path = await created({ shelf_ids: '3, 4', category_ids: '7' });
    expect(await stored(path)).toMatchObject({ shelf_ids: [3, 4], book_ids: [], category_ids: [7], active: true });
    const { text } = await browser.get(path);
    expect(text).toContain('value="3, 4"');
    expect(text).toContain('value="book_create" checked');
  });

  it('shows its faults with the entered values, chosen events included', async () => {
    const fields = { ...FIELDS, name: '', shelf_ids: 'three', 'events[]': 'api_token_create' };
    const { text } = await browser.submitAndFollow('/settings/webhooks/new', fields);
    for (const part of ['The Name field is required.', 'value="three"', 'value="api_token_create" checked'])
      expect(text).toContain(part);
    expect((await browser.get('/settings/webhooks/new')).text).not.toContain('value="three"');
  });

  it('switches a webhook off, and with it the test message', async () => {
    const path = await created();
    const off = { ...FIELDS, active: '' };
    expect((await browser.submitAndFollow(path, off)).text).toContain('The webhook is saved.');
    expect(await stored(path)).toMatchObject({ active: false });
    const { status, text } = await browser.submit(path, {}, `${path}/test`);
    expect([status, text.includes('The webhook is switched off.')]).toEqual([409, true]);
  });
});

describe('the secret of a webhook', () => {
  it('is shown once, and only in the session that made it', async () => {
    const path = await created();
    const other = await loggedIn(app, await app.given.admin());
    expect((await other.get(`${path}/secret`)).headers.get('location')).toBe(path);
    expect((await browser.get(`${path}/secret`)).text).toContain('whsec_');
    expect((await browser.get(`${path}/secret`)).headers.get('location')).toBe(path);
  });
});

describe('another administrator', () => {
  it('cannot read the deliveries, send a test or replace the secret before becoming the owner', async () => {
    const path = await created();
    const other = await loggedIn(app, await app.given.admin());
    expect((await other.get(path)).text).toContain('Save this webhook to become its owner');
    expect((await other.get(`${path}/deliveries`)).status).toBe(403);
    for (const action of ['test', 'secret'])
      expect((await other.submit(path, {}, `${path}/${action}`)).status).toBe(403);
    await other.submit(path, FIELDS);
    expect((await other.get(`${path}/deliveries`)).status).toBe(200);
    expect((await browser.get(`${path}/deliveries`)).status).toBe(403);
  });
});

describe('the log of deliveries', () => {
  it('is paged and narrowed by state, and shows message and answer as text', async () => {
    const path = await created();
    const id = idOf(await stored(path));
    await app.database.query(
      `INSERT INTO webhook_deliveries (webhook_id, message_id, event, body, state, response_status, response_body, attempts)
       SELECT $1, 'msg-' || number, 'book_create', '{"text": "<b>"}', CASE number WHEN 51 THEN 'failed' ELSE 'delivered' END, 200, '<script>', 1
       FROM generate_series(1, 51) number`,
      [id],
    );
    const links = async (query: string) =>
      [...(await browser.get(`${path}/deliveries${query}`)).text.matchAll(/<th scope="row"><a href="([^"]+)"/g)].map(
        ([, href = '']) => href,
      );
    expect(await links('')).toHaveLength(50);
    expect(await links('?page=2')).toHaveLength(1);
    const [failed, ...others] = await links('?state=failed');
    expect(others).toEqual([]);
    const { text } = await browser.get(failed ?? '');
    expect(text).toContain('&quot;text&quot;: &quot;&lt;b&gt;&quot;');
    expect(text).toContain('&lt;script&gt;');
    expect((await browser.get(`${path}/deliveries/999999`)).status).toBe(404);
  });
});
