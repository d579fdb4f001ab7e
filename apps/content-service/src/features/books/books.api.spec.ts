import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

describe('POST /api/books', () => {
  it('creates a book with its tags and a slug from its name', async () => {
    const editor = await app.given.editor();
    const { status, body } = await app.api.as(editor).post('/api/books', {
      name: '  Café _Guide_ ',
      description: 'Two\nlines',
      tags: [{ name: ' Topic ', value: ' Food ' }, { name: '' }],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Café _Guide_',
      slug: 'cafe-guide',
      description: 'Two\nlines',
      description_html: '<p>Two<br>\nlines</p>',
      tags: [{ name: 'Topic', value: 'Food', order: 0 }],
      cover: null,
      created_by: editor.id,
    });
  });
});
