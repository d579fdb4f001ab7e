import { DiskStore } from '@almanac/storage';
import { nonEmpty, type TestApi } from '@almanac/testing';
import { Image } from './image.entity';
import { readContentSettings } from '../../config';
import { removeUnusedImages } from '../../install/remove-unused-images';
import { idOf, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { filesOf, multipart, picture } from '../../testing/uploads';
import { StoredFiles } from '../files/stored-files';
import { UnusedImages } from './unused-images';

let app: ContentApp;
let api: TestApi;
let images: UnusedImages;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.admin());
  images = new UnusedImages(app.database, new StoredFiles(app.database, new DiskStore(app.storage)));
});
afterAll(() => app.close());
beforeEach(() => app.database.query('DELETE FROM images'));

interface Uploaded {
  id: number;
  url: string;
  path: string;
  /** The path with the folder of a size before its name. */
  sized: (folder: string) => string;
}

const aDayPasses = () =>
  app.database.query(
    `UPDATE images SET created_at = created_at - interval '2 days', updated_at = updated_at - interval '2 days'`,
  );

/** An image of yesterday, uploaded to a page that does not show it. */
async function uploaded(name = 'Red Boat.PNG', type = 'gallery'): Promise<Uploaded> {
  const page = await app.given.page({ html: '<p>nothing</p>' });
  const form = multipart({ type, uploaded_to: page.id }, { image: { content: await picture(), name } });
  const { body } = await api.post('/api/image-gallery', form);
  await aDayPasses();
  const path = textAt(body, 'path');
  return {
    id: idOf(body),
    url: textAt(body, 'url'),
    path,
    sized: (folder) => path.replace(/\/([^/]+)$/, `/${folder}/$1`),
  };
}

const found = async (): Promise<number[]> =>
  (await images.list(await images.search(), { count: 100 })).map(({ id }) => id);

const page = (html: string) => api.post('/api/pages', { book_id: bookId, name: 'Shows', html });
let bookId: number;
beforeAll(async () => {
  bookId = (await app.given.book()).id;
});

describe('a search for unused images', () => {
  it('finds an image that nothing shows, also after its page was destroyed', async () => {
    const image = await uploaded();
    expect(await found()).toEqual([image.id]);
    await app.database.query('UPDATE images SET uploaded_to = NULL');
    expect(await found()).toEqual([image.id]);
  });

  it('leaves out images of the last day, which an open editor may hold', async () => {
    await uploaded();
    await app.database.query('UPDATE images SET updated_at = now()');
    expect(await found()).toEqual([]);
  });

  it.each<[how: string, written: (image: Uploaded) => string]>([
    ['its address', ({ url }) => `<img src="${url}">`],
    ['its path', ({ path }) => `<img src="${path}">`],
    ['a relative path', ({ path }) => `<img src="../..${path}">`],
    ['its scaled size', ({ sized }) => `<img src="https://docs.example${sized('scaled-1680-')}">`],
    ['its thumbnail', ({ sized }) => `<img src="${sized('thumbs-150-150')}">`],
    ['the address of a former base URL', ({ path }) => `<img src="https://old.example/wiki${path}">`],
    ['a link', ({ url }) => `<a href="${url}">Boat</a>`],
    ['an address with a query', ({ url }) => `<img src="${url}?v=2#part">`],
    ['encoded characters', ({ url }) => `<img src="${url.replace('boat', '%62o%61t').replace(/\.PNG/, '%2EPNG')}">`],
    ['encoded slashes', ({ path }) => `<img src="/uploads/images${path.slice(15).replaceAll('/', '%2F')}">`],
    ['a data address of the API', ({ id }) => `<img src="/api/image-gallery/${id}/data">`],
    ['capital letters', ({ url }) => `<img src="${url.toUpperCase()}">`],
  ])('leaves out an image that a page shows by %s', async (_how, written) => {
    const image = await uploaded();
    const { id } = await app.given.page({ html: `<p>${written(image)}</p>` });
    expect(await found()).toEqual([]);
    await app.database.query('DELETE FROM pages WHERE id = $1', [id]);
    expect(await found()).toEqual([image.id]);
  });

  it('leaves out a drawing by its id', async () => {
    const drawing = await uploaded('plan.png', 'drawio');
    await app.given.page({ html: `<div drawio-diagram="${drawing.id}">x</div>` });
    expect(await found()).toEqual([]);
  });

  it.each<[where: string, write: (image: Uploaded) => Promise<unknown>]>([
    [
      'a page in the recycle bin',
      async ({ url }) => api.delete(`/api/pages/${idOf((await page(`<img src="${url}">`)).body)}`),
    ],
    [
      'a draft',
      async ({ url }) =>
        app.database.query('UPDATE pages SET draft = true WHERE id = $1', [
          idOf((await page(`<img src="${url}">`)).body),
        ]),
    ],
    ['Markdown', ({ url }) => app.given.page({ html: '', markdown: `![x](${url})` })],
    [
      'a former revision',
      async ({ url }) =>
        api.put(`/api/pages/${idOf((await page(`<img src="${url}">`)).body)}`, { html: '<p>gone</p>' }),
    ],
    ['the description of a shelf', ({ url }) => app.given.shelf({ descriptionHtml: `<img src="${url}">` })],
    ['the description of a book', ({ url }) => app.given.book({ descriptionHtml: `<img src="${url}">` })],
    ['the description of a chapter', ({ url }) => app.given.chapter({ descriptionHtml: `<img src="${url}">` })],
    [
      'a comment',
      async ({ url }) =>
        app.database.query(`INSERT INTO comments (page_id, local_id, html) SELECT max(id), 1, $1 FROM pages`, [
          `<img src="${url}">`,
        ]),
    ],
    ['the logo', ({ url }) => api.put('/api/settings', { app_logo: url })],
    [
      'a linked attachment',
      async ({ url }) =>
        api.post('/api/attachments', { name: 'x', uploaded_to: (await app.given.page()).id, link: url }),
    ],
    [
      'the cover of a book',
      ({ id }) => app.database.query('UPDATE books SET image_id = $1 WHERE id = $2', [id, bookId]),
    ],
    [
      'the cover of a shelf',
      async ({ id }) =>
        app.database.query('UPDATE shelves SET image_id = $1 WHERE id = $2', [id, (await app.given.shelf()).id]),
    ],
  ])('leaves out an image in %s, written before or after it', async (_where, write) => {
    const image = await uploaded('Placed.png');
    const search = await images.search();
    expect((await images.list(search, { count: 9 })).map(({ id }) => id)).toEqual([image.id]);
    await write(image);
    expect(await images.remove(search)).toBe(0);
    expect(await found()).toEqual([]);
    expect((await api.get(`/api/image-gallery/${image.id}/data`)).status).toBe(200);
  });
});

describe('the removal of unused images', () => {
  it('deletes rows, files and all sizes, and nothing else', async () => {
    const before = await filesOf(app);
    const gone = await uploaded('gone.png');
    const kept = await uploaded('kept.png');
    await app.given.page({ html: `<img src="${kept.url}">` });
    expect(await images.remove(await images.search())).toBe(1);
    expect((await api.get(`/api/image-gallery/${gone.id}`)).status).toBe(404);
    expect((await app.api.get(gone.path)).status).toBe(404);
    expect(
      (await filesOf(app)).filter((file) => !before.includes(file)).every((file) => file.endsWith('kept.png')),
    ).toBe(true);
    expect((await app.api.get(kept.path)).status).toBe(200);
  });

  it('does nothing with the list of a search that did not end, or that a newer one replaced', async () => {
    await uploaded();
    const former = await images.search();
    const search = await images.search();
    expect(await images.remove(former)).toBe(0);
    await app.database.query('UPDATE unused_image_searches SET finished_at = NULL');
    expect(await images.remove(search)).toBe(0);
    await app.database.query('UPDATE unused_image_searches SET finished_at = now()');
    expect(await images.remove(search)).toBe(1);
  });

  it('waits for a save that begins to show an image, and keeps the image', async () => {
    const image = await uploaded();
    const search = await images.search();
    const saver = app.database.source.createQueryRunner();
    await saver.startTransaction();
    await saver.query('UPDATE page_contents SET html = $1 WHERE page_id = (SELECT max(id) FROM pages)', [image.url]);
    const removal = images.remove(search);
    await app.database.query('SELECT 1');
    await saver.commitTransaction();
    await saver.release();
    expect(await removal).toBe(0);
    expect((await app.api.get(image.path)).status).toBe(200);
  });

  it('sees texts of transactions that began before the search and ended during it', async () => {
    const image = await uploaded();
    const saver = app.database.source.createQueryRunner();
    await saver.startTransaction();
    await saver.query('UPDATE page_contents SET html = $1 WHERE page_id = (SELECT max(id) FROM pages)', [image.url]);
    const search = found();
    await app.database.query('SELECT pg_sleep(0.5)');
    await saver.commitTransaction();
    await saver.release();
    expect(await search).toEqual([]);
  });

  it('removes many images in batches, beside texts that are shown meanwhile', async () => {
    await app.database.query(
      `INSERT INTO images (name, path, type, created_at, updated_at)
       SELECT n, '/uploads/images/gallery/2020-01/many-' || n || '.png', 'gallery', now() - interval '2 days', now() - interval '2 days'
       FROM generate_series(1, 230) n`,
    );
    const search = await images.search();
    const saves = Array.from({ length: 10 }, (_, n) =>
      page(`<img src="/uploads/images/gallery/2020-01/many-${n * 20 + 1}.png">`),
    );
    const [removed] = await Promise.all([images.remove(search), ...saves]);
    const left = await app.database.source.getRepository(Image).find();
    expect(removed + left.length).toBe(230);
    expect(left.filter(({ path }) => !/many-\d*1\.png$/.test(path))).toEqual([]);
  });
});

describe('main.js remove-unused-images', () => {
  const run = async (deletes: boolean) => {
    const lines: string[] = [];
    const settings = readContentSettings(app.environment);
    await removeUnusedImages(app.database, settings, { deletes }, (line) => lines.push(line));
    return lines;
  };
  const logged = () =>
    app.database.query(`SELECT detail, user_id FROM activities WHERE type = 'maintenance_action_run' ORDER BY id`);

  it('lists the images, and removes them with --delete only', async () => {
    const { id, path } = await uploaded();
    const [line, last] = await run(false);
    expect(line?.split('\t').slice(0, 2)).toEqual([String(id), path]);
    expect(last).toBe('1 images are shown nowhere. Add --delete to remove them.');
    expect((await app.api.get(path)).status).toBe(200);
    expect(await logged()).toEqual([]);
    expect(nonEmpty(await run(true)).at(-1)).toBe('1 of 1 images that were shown nowhere are removed.');
    expect((await app.api.get(path)).status).toBe(404);
    expect(await logged()).toEqual([{ detail: 'cleanup-images', user_id: null }]);
  });
});
