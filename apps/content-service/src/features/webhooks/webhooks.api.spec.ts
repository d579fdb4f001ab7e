import { metrics } from '@almanac/observability';
import type { TestApi } from '@almanac/testing';
import { each, idOf, problem, refused, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

const ENDPOINT = 'https://hooks.example/almanac?key=1';
const INPUT = { name: 'Deploy', endpoint: ENDPOINT, events: ['page_create', 'page_update'] };

let app: ContentApp;
let owner: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  owner = await app.given.user({ permissions: ['settings-manage'] });
  api = app.api.as(owner);
});
afterAll(() => app.close());

const make = async (more: object = {}) => (await api.post('/api/webhooks', { ...INPUT, ...more })).body;

describe('POST /api/webhooks', () => {
  it('returns the webhook with its secret, which no later answer contains', async () => {
    const { status, body } = await api.post('/api/webhooks', INPUT);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...INPUT,
      ...{ id: expect.any(Number), active: true, timeout: 3, shelf_ids: [], book_ids: [], category_ids: [] },
      owned_by: owner.id,
      ...{ former_secret_until: null, last_called_at: null, last_errored_at: null, last_error: null },
      ...{ failing_since: null, switched_off_at: null },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect((await api.get(`/api/webhooks/${idOf(body)}`)).text).not.toContain(textAt(body, 'secret'));
    expect((await api.get('/api/webhooks')).text).not.toContain('whsec_');
  });

  it('stores `all` alone, and drops unknown events', async () => {
    expect(await make({ events: ['page_create', 'all'] })).toMatchObject({ events: ['all'] });
    expect(await make({ events: ['page_create', 'unknown', 'page_create'] })).toMatchObject({
      events: ['page_create'],
    });
  });

  it('refuses an Idempotency-Key, because answers with secrets are not kept', async () => {
    expect((await api.with({ 'idempotency-key': 'a' }).post('/api/webhooks', INPUT)).status).toBe(400);
  });

  it.each([
    [{ name: '' }, { name: ['The name field is required.'] }],
    [{ name: 'x'.repeat(151) }, { name: ['The name may not be greater than 150 characters.'] }],
    [{ endpoint: 'nowhere' }, { endpoint: ['The endpoint format is invalid.'] }],
    [{ events: ['unknown'] }, { events: ['The selected events are invalid.'] }],
    [{ events: 'all' }, { events: ['The events must be an array.'] }],
    [{ timeout: 0 }, { timeout: ['The timeout must be between 1 and 600.'] }],
    [{ timeout: 601 }, { timeout: ['The timeout must be between 1 and 600.'] }],
    [{ book_ids: ['x'] }, { 'book_ids.0': ['The book_ids.0 must be an integer.'] }],
  ])('rejects %j', async (input, faults) => {
    expect(await api.post('/api/webhooks', { ...INPUT, ...input })).toMatchObject({
      status: 422,
      body: refused(faults),
    });
  });

  it.each([
    'http://127.0.0.1/',
    'http://localhost:8080/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.7/',
    'https://user:password@hooks.example/',
    'https://hooks.example:22/',
    'ftp://hooks.example/',
  ])('rejects the address %s', async (endpoint) => {
    expect(await api.post('/api/webhooks', { ...INPUT, endpoint })).toMatchObject({
      status: 422,
      body: refused({ endpoint: ['The endpoint must be a public http or https address.'] }),
    });
  });
});

describe('PUT /api/webhooks/{id}', () => {
  it('changes the given members, keeps the others, and makes the caller the owner', async () => {
    const id = idOf(await make());
    const other = await app.given.user({ permissions: ['settings-manage'] });
    const { body } = await app.api.as(other).put(`/api/webhooks/${id}`, { timeout: 9, book_ids: [4] });
    expect(body).toMatchObject({ ...INPUT, timeout: 9, book_ids: [4], active: true, owned_by: other.id });
    expect((await api.get(`/api/webhooks/${id}`)).body).toEqual(body);
  });

  it('deletes the log of another owner', async () => {
    const id = idOf(await make());
    await app.database.query(
      `INSERT INTO webhook_deliveries (webhook_id, message_id, event, body, state) VALUES ($1, 'msg', 'page_create', '{}', 'delivered')`,
      [id],
    );
    const other = app.api.as(await app.given.user({ permissions: ['settings-manage'] }));
    const denied = problem(403, 'Only the owner of a webhook may do this. Save the webhook to become its owner.');
    expect(await other.get(`/api/webhooks/${id}/deliveries`)).toMatchObject({ status: 403, body: denied });
    expect((await api.get(`/api/webhooks/${id}/deliveries`)).body).toMatchObject({ total: 1 });
    await other.put(`/api/webhooks/${id}`, {});
    expect((await other.get(`/api/webhooks/${id}/deliveries`)).body).toEqual({ data: [], total: 0 });
  });

  it('allows one change per version in If-Match', async () => {
    const id = idOf(await make());
    const etag = (await api.get(`/api/webhooks/${id}`)).headers.get('etag') ?? '';
    const conditional = api.with({ 'if-match': etag });
    expect((await conditional.put(`/api/webhooks/${id}`, { name: 'First' })).status).toBe(200);
    expect((await conditional.put(`/api/webhooks/${id}`, { name: 'Second' })).status).toBe(412);
    expect((await conditional.delete(`/api/webhooks/${id}`)).status).toBe(412);
  });

  it('clears former failures when it switches the webhook on', async () => {
    const id = idOf(await make());
    await app.database.query(
      `UPDATE webhooks SET active = false, switched_off_at = now(), failing_since = now(), failures = 9, resume_at = now() WHERE id = $1`,
      [id],
    );
    expect((await api.put(`/api/webhooks/${id}`, { active: true })).body).toMatchObject({
      ...{ active: true, switched_off_at: null, failing_since: null },
    });
  });
});

it('webhooks are recorded in the audit log', async () => {
  const id = idOf(await make({ name: 'Recorded' }));
  await api.put(`/api/webhooks/${id}`, { name: 'Renamed' });
  await api.delete(`/api/webhooks/${id}`);
  const auditor = await app.given.user({ permissions: ['settings-manage', 'users-manage'] });
  const { body } = await app.api.as(auditor).get('/api/audit-log?filter[type:like]=webhook_%25&sort=-id&count=3');
  expect(each(body, 'type')).toEqual(['webhook_delete', 'webhook_update', 'webhook_create']);
  expect(each(body, 'detail')).toEqual([`(${id}) Renamed`, `(${id}) Renamed`, `(${id}) Recorded`]);
  expect((await api.get(`/api/webhooks/${id}`)).status).toBe(404);
});

it('a token with limited scopes cannot act on webhooks', async () => {
  const id = idOf(await make());
  const { body } = await api.post(`/api/users/${owner.id}/tokens`, { name: 'Narrow', scopes: ['settings-manage'] });
  const narrow = app.api.as({ token: `${textAt(body, 'token_id')}:${textAt(body, 'secret')}` });
  const answers = [
    await narrow.post('/api/webhooks', INPUT),
    await narrow.put(`/api/webhooks/${id}`, {}),
    await narrow.post(`/api/webhooks/${id}/secret`),
    await narrow.get(`/api/webhooks/${id}/deliveries`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

it('the wait of the oldest message is measured in seconds, without webhooks that pause', async () => {
  const [due, paused] = [idOf(await make()), idOf(await make())];
  await app.database.query(`UPDATE webhooks SET resume_at = now() + interval '1 day' WHERE id = $1`, [paused]);
  await app.database.query(
    `INSERT INTO webhook_deliveries (webhook_id, message_id, event, body, next_attempt_at)
     SELECT id, 'late', 'role_delete', '{}', now() - make_interval(hours => CASE id WHEN $1 THEN 1 ELSE 100 END)
     FROM webhooks WHERE id IN ($1, $2)`,
    [due, paused],
  );
  const text = await metrics.getSingleMetricAsString('almanac_webhook_wait_seconds');
  const seconds = Number(/^almanac_webhook_wait_seconds (\S+)$/m.exec(text)?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(3_600);
  expect(seconds).toBeLessThan(36_000);
});
