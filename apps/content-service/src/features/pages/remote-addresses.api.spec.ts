import { createServer } from 'node:http';
import { type ContentApp, startContent } from '../../testing/content-app';
import { idOf } from '../../testing/answers';

let requests = 0;
const elsewhere = createServer((_, response) => {
  requests += 1;
  response.end();
});
let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await app.close();
  elsewhere.closeAllConnections();
  await new Promise((resolve) => elsewhere.close(resolve));
});

const embedding = (url: string) =>
  `<p><img src="${url}" srcset="${url} 2x"><object data="${url}"></object><iframe src="${url}"></iframe></p>
   <style>@import url("${url}");</style><link rel="stylesheet" href="${url}"><p style="background: url(${url})">Text</p>`;

it.each([
  ['HTML', (url: string) => ({ html: embedding(url) })],
  ['Markdown', (url: string) => ({ markdown: `![picture](${url})\n\n<${url}>\n\n${embedding(url)}` })],
])('storing and reading a page sends no requests to addresses in its %s', async (_, contentWith) => {
  const address = elsewhere.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/a.png`;
  const api = app.api.as(await app.given.editor());
  const { status, body } = await api.post('/api/pages', {
    book_id: (await app.given.book()).id,
    name: 'Remote',
    ...contentWith(url),
  });
  expect(status).toBe(200);
  expect((await api.get(`/api/pages/${idOf(body)}`)).text).toContain(url);
  expect(requests).toBe(0);
});
