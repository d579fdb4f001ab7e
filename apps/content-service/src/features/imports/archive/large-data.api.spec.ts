import { idOf } from '../../../testing/answers';
import { archiveOf, uploadArchive } from '../../../testing/archives';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { workerTasksOf } from '../../../testing/worker-tasks';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const upload = async (data: unknown) => uploadArchive(app, await app.given.admin(), await archiveOf(data));
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`member ${index}`, 1]));

it('the service reads a large data.json in a worker thread', async () => {
  const data = { page: { name: 'Large', html: '<p>x</p>', more: many(140_000) } };
  const archive = await archiveOf(data);
  const admin = await app.given.admin();
  const tasks = await workerTasksOf(async () =>
    expect(await uploadArchive(app, admin, archive)).toMatchObject({ status: 200, body: { name: 'Large' } }),
  );
  expect(tasks).toContain('readData');
});

it('an upload returns only the first 1,000 validation errors', async () => {
  const { status, body } = await upload({
    page: { name: 'x', html: 'x', tags: Array.from({ length: 40_000 }, () => 1) },
  });
  expect(status).toBe(422);
  expect(JSON.stringify(body).split('Data object expected')).toHaveLength(1_001);
});

it('an upload returns 422 for a data.json with too many values', async () => {
  const { status, body } = await upload({ page: { name: 'x', html: 'x', more: many(310_000) } });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain('Could not find and decode ZIP data.json content.');
});

it.each(['book', 'chapter'])('an upload returns 422 for a %s description above 16,000 characters', async (kind) => {
  const { status, body } = await upload({ [kind]: { name: 'x', description_html: `<p>${'x'.repeat(16_000)}</p>` } });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain(
    `[${kind}.description_html] The description html may not be greater than 16000 characters.`,
  );
});

it.each([
  ['no-break spaces', { description_html: `<p>${'\u00a0'.repeat(1_993)}</p>` }],
  ['line breaks', { description: '\n'.repeat(1_900) }],
  ['ampersands', { description: '&'.repeat(1_900) }],
  ['quotes in an attribute', { description_html: `<p><a href="#${"&amp;'".repeat(320)}">x</a></p>` }],
])('an import accepts exported descriptions of the maximum length: %s', async (_what, description) => {
  const admin = await app.given.admin();
  const { status, body } = await app.api.as(admin).post('/api/books', { name: 'Described', ...description });
  expect(status).toBe(200);
  const url = `${app.api.baseUrl}/api/books/${idOf(body)}/export/zip`;
  const archive = await fetch(url, { headers: { authorization: `Token ${admin.token}` } });
  expect((await uploadArchive(app, admin, Buffer.from(await archive.arrayBuffer()))).status).toBe(200);
});
