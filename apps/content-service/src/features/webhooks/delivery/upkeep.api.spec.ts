import { Mailbox, type TestApi, until } from '@almanac/testing';
import { idOf, member } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';
import { Receiver } from '../testing/receiver';

let receiver: Receiver;
let mailbox: Mailbox;
let app: ContentApp;
let admin: Person;
let api: TestApi;
beforeAll(async () => {
  receiver = await Receiver.start();
  mailbox = await Mailbox.open();
  app = await startContent({ OUTGOING_ALLOWED_HOSTS: '127.0.0.1', ...mailbox.environment });
  admin = await app.given.admin();
  api = app.api.as(admin);
});
afterAll(async () => {
  await app.close();
  await mailbox.close();
  await receiver.stop();
});

const webhook = async (name: string) => {
  const { body } = await api.post('/api/webhooks', { name, endpoint: receiver.urlOf('/'), events: ['book_create'] });
  return idOf(body);
};

/** Stores many deliveries of a webhook at once. */
const log = (webhookId: number, count: number, values: { state: string; days?: number; name: string }) =>
  app.database.query(
    `INSERT INTO webhook_deliveries (webhook_id, message_id, event, body, state, next_attempt_at, created_at)
     SELECT $1, $4 || number, 'book_create', '{}', $3, now() + interval '1 hour', now() - make_interval(days => $5)
     FROM generate_series(1, $2::int) number`,
    [webhookId, count, values.state, values.name, values.days ?? 0],
  );
const countOf = async (webhookId: number, name: string, state: string) => {
  const [row] = await app.database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM webhook_deliveries WHERE webhook_id = $1 AND message_id LIKE $2 AND state = $3',
    [webhookId, `${name}%`, state],
  );
  return row?.count;
};

describe('the clean-up of the delivery log', () => {
  it('keeps 1,000 finished deliveries of each webhook for 30 days, and 10,000 waiting ones for three days', async () => {
    const [busy, quiet] = [await webhook('Busy'), await webhook('Quiet')];
    await log(busy, 20, { state: 'delivered', name: 'early' });
    await log(busy, 990, { state: 'delivered', name: 'late' });
    await log(busy, 5, { state: 'waiting', name: 'first' });
    await log(busy, 9_998, { state: 'waiting', name: 'then' });
    await log(quiet, 3, { state: 'failed', days: 31, name: 'old' });
    await log(quiet, 3, { state: 'waiting', days: 4, name: 'late' });
    await log(quiet, 3, { state: 'delivered', days: 29, name: 'young' });
    await app.database.query(
      `UPDATE webhooks SET former_sealed_secret = sealed_secret, former_secret_until = now() - interval '1 second' WHERE id = $1`,
      [quiet],
    );
    const worker = await startContent({ ...app.environment, RUN_JOBS: 'true' });
    await until(async () => (await countOf(quiet, 'old', 'failed')) === 0);
    await until(async () => member((await api.get(`/api/webhooks/${quiet}`)).body, 'former_secret_until') === null);
    await worker.close();
    // The three messages that waited longest are given up, and take the place of early finished ones.
    expect(await countOf(busy, '', 'delivered')).toBe(997);
    expect(await countOf(busy, 'late', 'delivered')).toBe(990);
    expect(await countOf(busy, 'first', 'failed')).toBe(3);
    expect(await countOf(busy, '', 'waiting')).toBe(10_000);
    expect(await countOf(quiet, 'late', 'failed')).toBe(3);
    expect(await countOf(quiet, 'young', 'delivered')).toBe(3);
  });
});

describe('a webhook that is switched off', () => {
  it('is announced to its owner by mail, with the last error and the next step', async () => {
    const id = await webhook('Build server');
    receiver.answers.set('/', (response) => response.writeHead(410).end());
    const worker = await startContent({ ...app.environment, RUN_JOBS: 'true' });
    await api.post('/api/books', { name: 'Told' });
    await until(() => mailbox.letters.some(({ mail }) => mail.text?.includes('"Build server"') === true));
    await worker.close();
    const letter = mailbox.letters.find(({ mail }) => mail.text?.includes('"Build server"') === true);
    expect(letter?.to).toEqual([member((await api.get(`/api/users/${admin.id}`)).body, 'email')]);
    expect(letter?.mail.subject).toBe('A webhook of Almanac was switched off');
    expect(letter?.mail.text).toContain(`the webhook "Build server" (number ${id})`);
    expect(letter?.mail.text).toContain('Its last error: Response status from endpoint was 410.');
    expect(letter?.mail.text).toContain('Repair the receiver');
    expect((await api.get(`/api/webhooks/${id}`)).body).toMatchObject({ active: false });
  });
});
