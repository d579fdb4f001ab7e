import { HTML_SHAPES, MARKDOWN_SHAPES } from '@almanac/testing';
import type { TextInput } from '../../text/page/prepare-page-content';
import type { ContentApp } from '../../testing/content-app';
import { startContent } from '../../testing/content-app';
import { workerTasksOf } from '../../testing/worker-tasks';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

describe('a text beyond a limit', () => {
  it.each([
    [
      'deep HTML',
      { html: '<div>'.repeat(300) },
      { html: ['The html may not be nested deeper than 200 levels of HTML.'] },
    ],
    [
      'deep and long HTML',
      { html: '<div>a'.repeat(30_000) },
      { html: ['The html may not be nested deeper than 200 levels of HTML.'] },
    ],
    [
      'deep Markdown',
      { markdown: `${'> '.repeat(100)}a` },
      { markdown: ['The markdown may not have lists and quotes nested deeper than 60 levels.'] },
    ],
    [
      'include tags',
      { html: '<p>{{@1}}</p>'.repeat(201) },
      { html: ['The html may not have more than 200 include tags.'] },
    ],
  ])('is refused, and nothing changes: %s', async (_what, text: TextInput, validation) => {
    const [editor, page] = [await app.given.editor(), await app.given.page()];
    const before = await app.api.as(editor).get(`/api/pages/${page.id}`);
    const { status, body } = await app.api.as(editor).put(`/api/pages/${page.id}`, { ...text, name: 'Other' });
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { validation } });
    expect((await app.api.as(editor).get(`/api/pages/${page.id}`)).body).toEqual(before.body);
  });

  it('is refused with 403 or 404 for callers that cannot save it', async () => {
    const [viewer, page, book] = [await app.given.viewer(), await app.given.page(), await app.given.book()];
    const html = '<div>a'.repeat(30_000);
    expect((await app.api.as(viewer).put(`/api/pages/${page.id}`, { html })).status).toBe(403);
    expect((await app.api.as(viewer).post('/api/pages', { book_id: book.id, name: 'n', html })).status).toBe(403);
    expect((await app.api.as(viewer).put('/api/pages/999999', { html })).status).toBe(404);
  });

  it('is shown flattened when it is stored already', async () => {
    const [editor, page] = [await app.given.editor(), await app.given.page()];
    await app.database.query('UPDATE page_contents SET html = $1 WHERE page_id = $2', [
      `${'<b>'.repeat(30_000)}deep`,
      page.id,
    ]);
    const { body } = await app.api.as(editor).get(`/api/pages/${page.id}`);
    expect(body).toMatchObject({ html: `${'<b>'.repeat(200)}deep${'</b>'.repeat(200)}` });
  });
});

it.each<[string, TextInput]>([
  ['empty paragraphs', { html: HTML_SHAPES['empty paragraphs']?.(200_000) }],
  ['marked words', { html: HTML_SHAPES['marked words']?.(200_000) }],
  ['escapes before brackets', { markdown: MARKDOWN_SHAPES['escapes before brackets']?.(200_000) }],
])('a long text is parsed and rendered in worker threads: %s', async (_what, text) => {
  const [editor, book] = [await app.given.editor(), await app.given.book()];
  const tasks = await workerTasksOf(async () => {
    const { status, body } = await app.api.as(editor).post('/api/pages', { book_id: book.id, name: 'Long', ...text });
    expect(status).toBe(200);
    expect((await app.api.as(editor).get(`/api/pages/${(body as { id: number }).id}`)).status).toBe(200);
  });
  expect(tasks).toEqual(expect.arrayContaining(['parse', 'render']));
});
