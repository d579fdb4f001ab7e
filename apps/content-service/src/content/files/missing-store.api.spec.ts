import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestApi } from '@almanac/testing';
import { idOf, problem, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { multipart, picture } from '../../testing/uploads';

const UNREACHABLE = problem(503, 'The data cannot be reached at the moment. Try again in a few seconds.');

let scratch: string;
let folder: string;
let app: ContentApp;
let api: TestApi;
let pageId: number;
let png: Buffer;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'almanac-missing-'));
  folder = path.join(scratch, 'files');
  png = await picture();
  app = await startContent({ STORAGE_URL: pathToFileURL(folder).href });
  api = app.api.as(await app.given.editor());
  pageId = (await app.given.page()).id;
});
afterAll(async () => {
  await app.close();
  await rm(scratch, { recursive: true, force: true });
});

const attach = (content: string) =>
  api.post('/api/attachments', multipart({ name: 'A', uploaded_to: pageId }, { file: { content, name: 'a.txt' } }));
const addImage = () =>
  api.post(
    '/api/image-gallery',
    multipart({ type: 'gallery', uploaded_to: pageId }, { image: { content: png, name: 'a.png' } }),
  );

it('a folder that does not exist keeps the service unready, until it is there', async () => {
  expect(await api.get('/readyz')).toMatchObject({ status: 503, body: { checks: { files: 'failing' } } });
  expect(await attach('x')).toMatchObject({ status: 503, body: UNREACHABLE });
  expect(existsSync(folder)).toBe(false);
  await mkdir(folder);
  expect(await api.get('/readyz')).toMatchObject({ status: 200, body: { checks: { files: 'ok' } } });
  expect((await attach('x')).status).toBe(200);
});

it('while the folder is gone, requests for files get 503 instead of 404, and no other folder takes its place', async () => {
  await mkdir(folder, { recursive: true });
  const attachment = `${idOf((await attach('kept')).body)}`;
  const image = new URL(textAt((await addImage()).body, 'url')).pathname;
  await rename(folder, `${folder}-elsewhere`);
  const reads = [
    `/api/attachments/${attachment}`,
    `/attachments/${attachment}`,
    `/attachments/${attachment}?open=true`,
  ];
  for (const address of reads)
    expect({ address, ...(await api.get(address)) }).toMatchObject({ address, status: 503, body: UNREACHABLE });
  expect((await api.get(image)).status).toBe(503);
  expect(await attach('lost')).toMatchObject({ status: 503, body: UNREACHABLE });
  expect(await addImage()).toMatchObject({ status: 503, body: UNREACHABLE });
  expect((await api.get('/readyz')).body).toMatchObject({ checks: { files: 'failing' } });
  expect(existsSync(folder)).toBe(false);
  await rename(`${folder}-elsewhere`, folder);
  expect(await api.get(`/attachments/${attachment}`)).toMatchObject({ status: 200, text: 'kept' });
  expect((await api.get(image)).status).toBe(200);
});
