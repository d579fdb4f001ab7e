import { type TestApi, until } from '@almanac/testing';
import { Webhook } from 'standardwebhooks';
import { each, idOf, member, textAt } from '../../../testing/answers';
import { REPORTED_EVENTS_PATH, SERVICE_SECRET_HEADER } from '@almanac/auth';
import { type ContentApp, SERVICE_SECRET, startContent } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';
import { Receiver, type ReceivedMessage } from '../testing/receiver';

let receiver: Receiver;
let app: ContentApp;
let admin: Person;
let api: TestApi;
beforeAll(async () => {
  receiver = await Receiver.start();
  app = await startContent({ RUN_JOBS: 'true', OUTGOING_ALLOWED_HOSTS: '127.0.0.1' });
  admin = await app.given.admin();
  api = app.api.as(admin);
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});

let made = 0;
async function hook(more: object = {}, caller = api) {
  const path = `/hook-${(made += 1)}`;
  const input = { name: `Hook ${made}`, endpoint: receiver.urlOf(path), events: ['book_create'], timeout: 60, ...more };
  const { status, body } = await caller.post('/api/webhooks', input);
  expect({ status, body }).toMatchObject({ status: 200 });
  return { path, at: `/api/webhooks/${idOf(body)}`, id: idOf(body), secret: textAt(body, 'secret') };
}
const newBook = async (name = 'Told') => idOf((await api.post('/api/books', { name })).body);
const arrived = (path: string, count = 1) => until(() => receiver.at(path).length >= count);
const verified = ({ body, headers }: ReceivedMessage, secret: string): unknown =>
  new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
/** The one delivery of a webhook, once it has been attempted so often. */
async function attempted({ at }: { at: string }, attempts = 1): Promise<unknown> {
  const read = async () => member((await api.get(`${at}/deliveries`)).body, 'data.0');
  await until(async () => Number(member(await read(), 'attempts')) >= attempts);
  return read();
}
/** Ends the pause after a failure, and wakes the worker with another delivery. */
async function retryNow({ id }: { id: number }): Promise<void> {
  await app.database.query('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE webhook_id = $1', [id]);
  await app.database.query('UPDATE webhooks SET resume_at = NULL WHERE id = $1', [id]);
  const waker = await hook({ events: ['role_create'] });
  await api.post('/api/roles', { display_name: 'Waker' });
  await arrived(waker.path);
}

describe('a webhook', () => {
  it('gets a signed message with the event, its user and its item', async () => {
    const { path, id, secret } = await hook({ name: 'Signed' });
    const bookId = await newBook('Harbour');
    await arrived(path);
    const [message] = receiver.at(path);
    expect(message?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Almanac' });
    expect(message && verified(message, secret)).toEqual({
      event: 'book_create',
      text: `${admin.name} created book "Harbour"`,
      triggered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      triggered_by: { id: admin.id, name: admin.name, slug: admin.slug },
      triggered_by_profile_url: `https://docs.example/user/${admin.slug}`,
      webhook_id: id,
      webhook_name: 'Signed',
      url: 'https://docs.example/books/harbour',
      related_item: expect.objectContaining({
        id: bookId,
        name: 'Harbour',
        created_by: { id: admin.id, name: admin.name, slug: admin.slug },
        created_at: expect.stringMatching(/\.\d{6}Z$/),
      }),
    });
    expect(message?.body).not.toContain('description_html');
  });

  it('gets saved pages with their revision and without their text', async () => {
    const { path } = await hook({ events: ['page_update'] });
    const { id } = await app.given.page();
    await api.put(`/api/pages/${id}`, { html: '<p>secret text</p>', changelog: 'Why' });
    await arrived(path);
    expect(receiver.bodies(path)[0]).toMatchObject({
      text: expect.stringContaining('updated page'),
      related_item: { id, current_revision: { page_id: id, revision_number: 2, summary: 'Why', type: 'version' } },
    });
    expect(receiver.at(path)[0]?.body).not.toContain('secret text');
  });

  it('gets no other events, and none while it is inactive', async () => {
    const [all, other, inactive] = [
      await hook(),
      await hook({ events: ['role_delete'] }),
      await hook({ active: false }),
    ];
    await newBook();
    await arrived(all.path);
    expect([...receiver.at(other.path), ...receiver.at(inactive.path)]).toEqual([]);
    expect((await api.get(`${other.at}/deliveries`)).body).toMatchObject({ total: 0 });
    expect((await api.get(`${inactive.at}/deliveries`)).body).toMatchObject({ total: 0 });
  });

  it('gets no message about a change that was refused', async () => {
    const { path } = await hook();
    const before = (await app.database.query('SELECT FROM books')).length;
    expect((await api.post('/api/books', { name: '' })).status).toBe(422);
    expect(await app.database.query('SELECT FROM books')).toHaveLength(before);
    await newBook('Kept');
    await arrived(path);
    expect(receiver.bodies(path)).toHaveLength(1);
  });

  it('of some books and shelves gets only events inside them', async () => {
    const book = await app.given.book();
    const onShelf = await app.given.book();
    const shelf = await app.given.shelf();
    await app.database.query('INSERT INTO shelf_books (shelf_id, book_id, position) VALUES ($1, $2, 0)', [
      shelf.id,
      onShelf.id,
    ]);
    const events = ['page_create', 'book_update', 'bookshelf_update', 'role_create'];
    const scoped = await hook({ events, book_ids: [book.id], shelf_ids: [shelf.id] });
    const unlimited = await hook({ events });
    const page = (book_id: number) => api.post('/api/pages', { book_id, name: 'New', html: '<p>x</p>' });
    await page(book.id);
    await page(onShelf.id);
    await page((await app.given.book()).id);
    await api.post('/api/roles', { display_name: 'New role' });
    await api.put(`/api/shelves/${shelf.id}`, { description: 'x' });
    await arrived(unlimited.path, 5);
    await arrived(scoped.path, 3);
    expect(
      receiver.bodies(scoped.path).map(({ event, related_item: item }) => [event, member(item, 'book_id')]),
    ).toEqual([
      ['page_create', book.id],
      ['page_create', onShelf.id],
      ['bookshelf_update', undefined],
    ]);
  });

  it('gets only events that its owner may see', async () => {
    const owner = await app.given.user({ permissions: ['settings-manage', 'page-view-own', 'book-view-all'] });
    const { path } = await hook({ events: ['page_create', 'role_create', 'book_create'] }, app.api.as(owner));
    const bookId = (await app.given.book()).id;
    await api.post('/api/pages', { book_id: bookId, name: 'Hidden', html: '<p>x</p>' });
    await api.post('/api/roles', { display_name: 'Hidden role' });
    await newBook('Shown');
    await arrived(path);
    expect(receiver.bodies(path).map(({ event }) => event)).toEqual(['book_create']);
  });
});

describe('an event of the calendar', () => {
  const regatta = {
    ...{ source: 'event-7-1', event: 'event_update', name: 'Regatta', happened_at: '2026-01-02T03:04:05.000Z' },
    ...{ url: 'https://docs.example/event/regatta', related_item: { id: 7 }, category_ids: [3] },
  };
  const report = (...events: object[]) =>
    app.api
      .with({ [SERVICE_SECRET_HEADER]: SERVICE_SECRET })
      .post(REPORTED_EVENTS_PATH, { events: JSON.stringify(events) });

  it('arrives once although it was reported twice, and only where its category is wanted', async () => {
    const events = ['event_update', 'event_delete'];
    const [all, inScope, outside] = [
      await hook({ events }),
      await hook({ events, category_ids: [3] }),
      await hook({ events, category_ids: [4], book_ids: [1] }),
    ];
    const gone = { ...regatta, source: 'event-7-2', event: 'event_delete', name: null, url: null };
    expect((await report(regatta)).status).toBe(204);
    expect((await report(regatta, gone)).status).toBe(204);
    await arrived(all.path, 2);
    await arrived(inScope.path, 2);
    expect(receiver.bodies(all.path)).toEqual([
      {
        ...{ event: 'event_update', text: 'The calendar updated event "Regatta"', triggered_at: regatta.happened_at },
        ...{ triggered_by: null, triggered_by_profile_url: null, webhook_id: all.id, webhook_name: expect.any(String) },
        ...{ url: regatta.url, related_item: { id: 7 } },
      },
      expect.objectContaining({ event: 'event_delete', text: 'The calendar deleted event' }),
    ]);
    expect(receiver.at(outside.path)).toEqual([]);
  });
});

describe('a message', () => {
  it('is signed with both secrets after a rotation, and later with the new one alone', async () => {
    const webhook = await hook();
    const secret = textAt((await api.post(`${webhook.at}/secret`)).body, 'secret');
    await newBook();
    await arrived(webhook.path);
    await app.database.query(`UPDATE webhooks SET former_secret_until = now() WHERE id = $1`, [webhook.id]);
    await newBook();
    await arrived(webhook.path, 2);
    const [both, newOnly] = receiver.at(webhook.path);
    if (!both || !newOnly) throw new Error('two messages have arrived');
    expect([verified(both, webhook.secret), verified(both, secret), verified(newOnly, secret)]).toHaveLength(3);
    expect(() => verified(newOnly, webhook.secret)).toThrow('No matching signature');
  });

  it('is not sent without a signature: the secret of another SERVICE_SECRET has to be replaced first', async () => {
    const webhook = await hook();
    await app.database.query(`UPDATE webhooks SET sealed_secret = $2 WHERE id = $1`, [webhook.id, Buffer.alloc(60)]);
    await newBook();
    expect(await attempted(webhook)).toMatchObject({
      state: 'waiting',
      error: 'The secret of the webhook cannot be read. Replace it',
    });
    const secret = textAt((await api.post(`${webhook.at}/secret`)).body, 'secret');
    await retryNow(webhook);
    await arrived(webhook.path);
    const [message] = receiver.at(webhook.path);
    expect(message && verified(message, secret)).toMatchObject({ event: 'book_create' });
  });

  it('is logged with request, answer and duration', async () => {
    const webhook = await hook();
    receiver.answers.set(webhook.path, (response) => response.writeHead(200).end('thank you'));
    await newBook();
    const delivery = await attempted(webhook);
    expect(delivery).toMatchObject({
      event: 'book_create',
      state: 'delivered',
      attempts: 1,
      response_status: 200,
      error: null,
    });
    const { body } = await api.get(`${webhook.at}/deliveries/${idOf(delivery)}`);
    expect(body).toMatchObject({
      message_id: receiver.at(webhook.path)[0]?.headers['webhook-id'],
      request_body: receiver.at(webhook.path)[0]?.body,
      response_body: 'thank you',
      duration_ms: expect.any(Number),
      next_attempt_at: null,
    });
  });

  it('that is refused stays waiting, with the error, and is sent again with the same id', async () => {
    const webhook = await hook();
    receiver.answers.set(webhook.path, (response) => response.writeHead(500).end('broken'));
    await newBook();
    expect(await attempted(webhook)).toMatchObject({
      state: 'waiting',
      response_status: 500,
      next_attempt_at: expect.any(String),
    });
    const error = 'Response status from endpoint was 500';
    expect((await api.get(webhook.at)).body).toMatchObject({
      active: true,
      last_error: error,
      failing_since: expect.any(String),
    });
    receiver.answers.delete(webhook.path);
    await retryNow(webhook);
    expect(await attempted(webhook, 2)).toMatchObject({ state: 'delivered', response_status: 204, error: null });
    expect((await api.get(webhook.at)).body).toMatchObject({ last_error: error, failing_since: null });
    expect(new Set(receiver.at(webhook.path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it.each([
    [1, 10],
    [2, 20],
    [3, 40],
    [9, 2_560],
    [10, 3_600],
    [40, 3_600],
  ])(
    'that fails for the time number %i is sent again after %i seconds, and a fifth more or less',
    async (time, seconds) => {
      const webhook = await hook();
      receiver.answers.set(webhook.path, (response) => response.writeHead(500).end());
      await newBook();
      await attempted(webhook);
      if (time > 1) {
        await app.database.query('UPDATE webhook_deliveries SET attempts = $2 WHERE webhook_id = $1', [
          webhook.id,
          time - 1,
        ]);
        await app.database.query('UPDATE webhooks SET failures = $2 WHERE id = $1', [webhook.id, time - 1]);
        await retryNow(webhook);
        await attempted(webhook, time);
      }
      const [waits] = await app.database.query<{ message: number; receiver: number }>(
        `SELECT extract(epoch FROM next_attempt_at - attempted_at)::float8 AS message, extract(epoch FROM resume_at - last_errored_at)::float8 AS receiver
       FROM webhooks JOIN webhook_deliveries ON webhook_id = webhooks.id WHERE webhooks.id = $1`,
        [webhook.id],
      );
      for (const wait of [waits?.message, waits?.receiver]) {
        expect(wait).toBeGreaterThanOrEqual(seconds * 0.8);
        expect(wait).toBeLessThanOrEqual(seconds * 1.2);
      }
    },
  );

  it('is not sent to another address after a redirect', async () => {
    const webhook = await hook();
    receiver.answers.set(webhook.path, (response) => response.writeHead(307, { location: '/elsewhere' }).end());
    await newBook();
    expect(await attempted(webhook)).toMatchObject({
      response_status: 307,
      error: 'Response status from endpoint was 307',
    });
    expect(receiver.at('/elsewhere')).toEqual([]);
  });

  it('is not sent to an address that became private', async () => {
    const webhook = await hook();
    await app.database.query(`UPDATE webhooks SET endpoint = 'http://10.0.0.7/' WHERE id = $1`, [webhook.id]);
    await newBook();
    expect(await attempted(webhook)).toMatchObject({
      response_status: null,
      error: 'The URL does not match the configured allowed SSR hosts',
    });
  });

  it('is delivered again on request, with the same id', async () => {
    const webhook = await hook();
    await newBook();
    const delivery = await attempted(webhook);
    expect((await api.post(`${webhook.at}/deliveries/${idOf(delivery)}/redeliver`)).body).toMatchObject({
      state: 'waiting',
    });
    expect(await attempted(webhook, 2)).toMatchObject({ state: 'delivered' });
    expect(new Set(receiver.at(webhook.path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await api.put(webhook.at, { active: false });
    expect((await api.post(`${webhook.at}/deliveries/${idOf(delivery)}/redeliver`)).status).toBe(409);
  });

  it('can be a test, which belongs to no event', async () => {
    const webhook = await hook();
    expect((await api.post(`${webhook.at}/test`)).body).toMatchObject({ event: 'test', state: 'waiting' });
    await arrived(webhook.path);
    const [message] = receiver.at(webhook.path);
    expect(message && verified(message, webhook.secret)).toMatchObject({ event: 'test', webhook_id: webhook.id });
    await api.put(webhook.at, { active: false });
    expect((await api.post(`${webhook.at}/test`)).status).toBe(409);
  });

  it('does not wait for receivers that do not answer', async () => {
    const dead = await Promise.all(Array.from({ length: 5 }, () => hook()));
    for (const { path } of dead) receiver.answers.set(path, () => undefined);
    await newBook('First');
    for (const { path } of dead) await arrived(path);
    const alive = await hook();
    await newBook('Second');
    await arrived(alive.path);
    for (const { path, at } of dead) {
      expect(receiver.at(path)).toHaveLength(1);
      await api.delete(at);
    }
  });
});

describe('a webhook that fails for three days', () => {
  it('is switched off, with an entry in the audit log', async () => {
    const webhook = await hook();
    receiver.answers.set(webhook.path, (response) => response.writeHead(500).end());
    await app.database.query(`UPDATE webhooks SET failing_since = now() - interval '73 hours' WHERE id = $1`, [
      webhook.id,
    ]);
    await newBook();
    await until(async () => member((await api.get(webhook.at)).body, 'active') === false);
    expect((await api.get(webhook.at)).body).toMatchObject({ switched_off_at: expect.any(String) });
    const entries = async () => (await api.get('/api/audit-log?filter[type]=webhook_update')).body;
    await until(async () =>
      each(await entries(), 'detail').some((detail) => String(detail).startsWith(`(${webhook.id}) `)),
    );
  });

  it('is switched off at once by a receiver that answers 410', async () => {
    const webhook = await hook();
    receiver.answers.set(webhook.path, (response) => response.writeHead(410).end());
    await newBook();
    await until(async () => member((await api.get(webhook.at)).body, 'active') === false);
  });
});
