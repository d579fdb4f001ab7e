import { selectColumns, sql } from '@almanac/database';
import { Image } from '../../content/images/image.entity';
import type { ContentApp } from '../../testing/content-app';
import { startContent } from '../../testing/content-app';

const GIF = 'R0lGODdhBAAEAIAAAMweHAAAACwAAAAABAAEAAACBISPCQUAOw==';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const imagesOf = (page: unknown) =>
  app.database.query(
    sql`SELECT ${selectColumns(Image, 'image', 'path', 'type')} FROM images image WHERE uploaded_to = $1`,
    [(page as { id: number }).id],
  );

describe('an image embedded in the text of a page', () => {
  it('becomes a gallery image of the page, with its bytes, when the page is created', async () => {
    const [editor, book] = [await app.given.editor(), await app.given.book()];
    const html = `<p>pic <img alt="P" src="data:image/gif;base64,${GIF}"></p>`;
    const { status, body } = await app.api.as(editor).post('/api/pages', { book_id: book.id, name: 'Pictured', html });
    expect(status).toBe(200);
    const [image, ...others] = await imagesOf(body);
    expect(others).toEqual([]);
    expect(image).toMatchObject({
      type: 'gallery',
      path: expect.stringMatching(/^\/uploads\/images\/gallery\/\d{4}-\d\d\/embedded-image-\w{8}\.gif$/),
    });
    expect(body).toMatchObject({
      raw_html: `<p id="bkmrk-pic">pic <img alt="P" src="${app.baseUrl}${image!.path}"></p>`,
    });
    const file = await fetch(app.api.baseUrl + image!.path);
    expect(Buffer.from(await file.arrayBuffer()).toString('base64')).toBe(GIF);
  });

  it('is extracted from Markdown on an update', async () => {
    const [editor, page] = [await app.given.editor(), await app.given.page()];
    const { body } = await app.api
      .as(editor)
      .put(`/api/pages/${page.id}`, { markdown: `![pic](data:image/gif;base64,${GIF})` });
    const [image] = await imagesOf(page);
    expect(body).toMatchObject({ markdown: `![pic](${app.baseUrl}${image!.path})` });
  });

  it('is stored once when its Markdown is saved repeatedly', async () => {
    const [editor, page] = [await app.given.editor(), await app.given.page()];
    const data = `data:image/gif;base64,${GIF}`;
    let markdown = `![a][pic] <img src="${data}">\n\n\`\`\`\n![a](${data})\n\`\`\`\n\n[pic]: ${data.replace('AAACBISP', 'AAACBISQ')}`;
    for (let save = 0; save < 4; save++) {
      const { body } = await app.api.as(editor).put(`/api/pages/${page.id}`, { markdown });
      markdown = (body as { markdown: string }).markdown;
    }
    const [byElement, byReference, ...others] = (await imagesOf(page)).map(({ path }) => app.baseUrl + path).toSorted();
    expect(others).toEqual([]);
    expect(markdown).toContain(`\n![a](${data})\n`);
    expect([byElement, byReference].every((url) => markdown.includes(url!))).toBe(true);
  });

  it.each([
    ['is no image', 'data:image/gif;base64,bm90IGFuIGltYWdl'],
    ['is of another kind', 'data:image/bmp;base64,Qk0='],
  ])('leaves an empty source when it %s', async (_, src) => {
    const [editor, book] = [await app.given.editor(), await app.given.book()];
    const { body } = await app.api
      .as(editor)
      .post('/api/pages', { book_id: book.id, name: 'Odd', html: `<p><img src="${src}"></p>` });
    expect(body).toMatchObject({ raw_html: '<p id="bkmrk-"><img src=""></p>' });
  });

  it('leaves an empty source when the caller may not create images', async () => {
    const [writer, book] = [
      await app.given.user({ permissions: ['book-view-all', 'page-view-all', 'page-create-all'] }),
      await app.given.book(),
    ];
    const html = `<p><img src="data:image/gif;base64,${GIF}"></p>`;
    const { body } = await app.api.as(writer).post('/api/pages', { book_id: book.id, name: 'No right', html });
    expect(body).toMatchObject({ raw_html: '<p id="bkmrk-"><img src=""></p>' });
    expect(await imagesOf(body)).toEqual([]);
  });
});
