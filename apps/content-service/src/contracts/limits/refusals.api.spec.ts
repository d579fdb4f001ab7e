import { interceptLog, type InterceptedLog, type TestApi } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let log: InterceptedLog;
let editor: TestApi;
beforeAll(async () => {
  log = interceptLog();
  app = await startContent({ LOG_LEVEL: 'info', FILE_UPLOAD_SIZE_LIMIT: '1', API_REQUESTS_PER_MIN: '100' });
  editor = app.api.as(await app.given.editor());
});
afterAll(async () => {
  await app.close();
  log.restore();
});

const upload = (file: Blob) => {
  const data = new FormData();
  data.set('name', 'Image');
  data.set('type', 'gallery');
  data.set('uploaded_to', '1');
  data.set('image', file, 'image.png');
  return data;
};
const json = (api: TestApi) => api.with({ 'content-type': 'application/json' });

describe('a refused request leaves no error and no stack in the log', () => {
  it.each<[status: number, what: string, send: () => Promise<{ status: number }>]>([
    [400, 'malformed JSON', () => json(editor).post('/api/books', '{"name":')],
    [401, 'a missing token', () => app.api.get('/api/books')],
    [401, 'a wrong token', () => app.api.with({ authorization: 'Token a:b' }).get('/api/books')],
    [403, 'a missing permission', async () => app.api.as(await app.given.viewer()).get('/api/users')],
    [404, 'an unknown item', () => editor.get('/api/books/99999')],
    [404, 'an unknown path', () => editor.get('/api/nothing')],
    [404, 'an unknown page for a browser', () => app.api.with({ accept: 'text/html' }).get('/nothing')],
    [405, 'a wrong method', () => editor.send('PATCH', '/api/books')],
    [412, 'an old version', staleUpdate],
    [422, 'a large file', () => editor.post('/api/image-gallery', upload(new Blob([Buffer.alloc(1_100_000)])))],
    [415, 'an unknown type', () => editor.with({ 'content-type': 'text/csv' }).post('/api/books', 'name')],
    [422, 'an invalid field', () => editor.post('/api/books', { name: '' })],
    [422, 'a file that is no image', () => editor.post('/api/image-gallery', upload(new Blob(['text'])))],
    [429, 'too many requests', usedUp],
  ])('%i for %s', async (status, _what, send) => {
    const before = (await log.read(app.api.baseUrl)).length;
    expect((await send()).status).toBe(status);
    const lines = (await log.read(app.api.baseUrl)).slice(before).trim().split('\n').filter(Boolean);
    expect(lines.filter((line) => line.includes('"stack"') || levelOf(line) !== 'info')).toEqual([]);
  });
});

const levelOf = (line: string): unknown => Reflect.get(Object(JSON.parse(line)), 'level');

async function staleUpdate() {
  const made = await editor.post('/api/books', { name: 'Book' });
  return editor.with({ 'if-match': '"old"' }).put(`/api/books/${idOf(made.body)}`, { name: 'Changed' });
}

async function usedUp() {
  const api = app.api.with({ 'x-forwarded-for': '198.51.100.9' });
  for (let request = 0; request < 100; request++) await api.get('/api/books');
  return api.get('/api/books');
}
