import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import { timeHere } from '../../testing/time-here';
import { readData } from './format/content-tasks';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const upload = async (data: unknown) => uploadArchive(app, await app.given.admin(), await archiveOf(data));
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`member ${index}`, 1]));

it('reading a large data.json leaves the event loop to others', async () => {
  const data = { page: { name: 'Large', html: '<p>x</p>', more: many(140_000) } };
  await upload({ page: { name: 'First', html: 'x'.repeat(100_000) } });
  const archive = await archiveOf(data);
  const admin = await app.given.admin();
  const inline = await timeHere(() =>
    readData({ bytes: Buffer.from(JSON.stringify(data)), files: { found: new Map(), limitMegabytes: 50 } }),
  );
  const request = await timeHere(async () =>
    expect(await uploadArchive(app, admin, archive)).toMatchObject({ status: 200, body: { name: 'Large' } }),
  );
  expect(request).toBeLessThan(inline / 2);
});

it('of very many faults the first thousand are told', async () => {
  const { status, body } = await upload({ page: { name: 'x', html: 'x', tags: Array.from({ length: 40_000 }, () => 1) } });
  expect(status).toBe(422);
  expect(JSON.stringify(body).split('Data object expected')).toHaveLength(1_001);
});

it('a data.json with more values than are read is refused', async () => {
  const { status, body } = await upload({ page: { name: 'x', html: 'x', more: many(310_000) } });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain('Could not find and decode ZIP data.json content.');
});

it.each(['book', 'chapter'])('a description of a %s that is far longer than the API takes is refused', async (kind) => {
  const { status, body } = await upload({ [kind]: { name: 'x', description_html: `<p>${'x'.repeat(10_000)}</p>` } });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain(`[${kind}.description_html] The description html may not be greater than 10000 characters.`);
});
