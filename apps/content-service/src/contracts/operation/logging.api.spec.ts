import { interceptLog, type InterceptedLog } from '@almanac/testing';
import { idOf, problem, textAt } from '../../testing/answers';
import { type ContentApp, SERVICE_SECRET, startContent } from '../../testing/content-app';

let app: ContentApp;
let log: InterceptedLog;
beforeAll(async () => {
  log = interceptLog();
  app = await startContent({ LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  await app.close();
  log.restore();
});

it('the log never contains token ids, token secrets or the service secret', async () => {
  const caller = await app.given.editor();
  const [id = '', secret = ''] = caller.token.split(':');
  await app.api.as(caller).get(`/api/books?token=${secret}`);
  await app.api.with({ authorization: `Token ${id}:${secret}x` }).get('/api/books');
  await app.api.with({ authorization: `Token ${id}` }).get('/api/books');
  await app.api.with({ 'x-service-secret': SERVICE_SECRET }).post('/internal/tokens/introspect', { id, secret });
  await app.api.as(caller).post('/api/books', { name: '' });

  const text = await log.read(app.api.baseUrl);
  expect(text).toContain('"path":"/internal/tokens/introspect"');
  expect(text).toContain(`"user_id":${caller.id}`);
  expect(text).not.toContain(id);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(SERVICE_SECRET);
});

it('the log never contains the secret of a new token, even at debug level', async () => {
  const caller = await app.given.editor();
  const tokens = `/api/users/${caller.id}/tokens`;
  const { body } = await app.api.as(caller).post(tokens, { name: 'Logged' });
  const [id, secret] = [textAt(body, 'token_id'), textAt(body, 'secret')];
  await app.api.as({ token: `${id}:${secret}` }).put(`${tokens}/${idOf(body)}`, { name: 'Renamed' });
  await app.api.as(caller).delete(`${tokens}/${idOf(body)}`);
  const text = await log.read(app.api.baseUrl);
  expect(text).toContain(`"path":"${tokens}"`);
  expect(text).not.toContain(secret);
});

it('an unexpected error is logged with cause and request id, and answered without the cause', async () => {
  const caller = await app.given.editor();
  await app.database.query('ALTER TABLE shelf_books RENAME TO shelf_books_elsewhere');
  const shelf = await app.given.shelf();
  const { status, body } = await app.api
    .as(caller)
    .with({ 'x-request-id': 'it-failed' })
    .get(`/api/shelves/${shelf.id}`);
  await app.database.query('ALTER TABLE shelf_books_elsewhere RENAME TO shelf_books');
  expect({ status, body }).toEqual({
    status: 500,
    body: problem(500, 'An unexpected error occurred.'),
  });
  const lines = (await log.read(app.api.baseUrl)).split('\n');
  const line = lines.find((each) => each.includes('"request failed"'));
  expect(line).toContain('relation \\"shelf_books\\" does not exist');
  expect(line).toContain('"request_id":"it-failed"');
});
