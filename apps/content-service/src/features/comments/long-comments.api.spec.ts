import { commentHtmlToStore, presentCommentHtml } from '../../text/filters/simple-html';
import { each, idOf } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { workerTasksOf } from '../../testing/worker-tasks';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const LONGEST = '\n'.repeat(49_990);

async function commented(texts: readonly string[]) {
  const [editor, page] = [await app.given.editor(), await app.given.page()];
  for (const [index, html] of texts.entries())
    await app.database.query('INSERT INTO comments (page_id, local_id, html, content_ref) VALUES ($1, $2, $3, $4)', [
      page.id,
      index + 1,
      html,
      '',
    ]);
  return { api: app.api.as(editor), page };
}

it('the service stores and reads the longest comments in worker threads', async () => {
  const { api, page } = await commented([]);
  const create = (html: string) => api.post('/api/comments', { page_id: page.id, html });
  const tasks = await workerTasksOf(async () => {
    expect((await create(`x${LONGEST}y`)).status).toBe(200);
    expect((await api.get(`/api/pages/${page.id}`)).status).toBe(200);
  });
  expect(tasks).toEqual(expect.arrayContaining(['storeComment', 'showComments']));
});

it('a page returns comments of all lengths in order on repeated reads', async () => {
  const texts = [
    'a',
    `b${LONGEST}`,
    'c',
    `d${'<b>'.repeat(3_000)}`,
    'c',
    `e${LONGEST}${LONGEST}${LONGEST}${LONGEST}`,
  ].map((text) => `<p>${text}</p>`);
  const { api, page } = await commented(texts);
  for (let round = 0; round < 2; round += 1) {
    const { body } = await api.get(`/api/pages/${page.id}`);
    expect(each(body, 'comment.html', 'comments.active')).toEqual(texts.map(presentCommentHtml));
  }
  const { body } = await api.post('/api/comments', { page_id: page.id, html: `<p>${LONGEST}</p>`, reply_to: 1 });
  expect(each((await api.get(`/api/comments/${idOf(body) - texts.length}`)).body, 'html', 'replies')).toEqual([
    presentCommentHtml(commentHtmlToStore(`<p>${LONGEST}</p>`)),
  ]);
});
