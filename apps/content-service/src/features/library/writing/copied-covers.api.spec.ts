import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type TestApi, valueIn, type VisitingBrowser } from '@almanac/testing';
import { idOf, member, textAt } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { loggedIn } from '../../../testing/logged-in';
import { filesOf, multipart, picture } from '../../../testing/uploads';

let app: ContentApp;
let api: TestApi;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startContent();
  const admin = await app.given.admin();
  api = app.api.as(admin);
  browser = await loggedIn(app, admin);
});
afterAll(() => app.close());

describe.each(['books', 'shelves'] as const)('a copy of one of the %s', (kind) => {
  const withCover = async (name: string) => {
    const upload = multipart({ name }, { image: { content: await picture(30, 20, 'jpeg'), name: 'Front.jpg' } });
    return (await api.post(`/api/${kind}`, upload)).body;
  };
  const copied = async (original: unknown, name: string, who = browser): Promise<unknown> => {
    const answer = await who.submit(`/${kind}/${textAt(original, 'slug')}/copy`, { name });
    expect(answer.status).toBe(303);
    const found = (await api.get(`/api/${kind}?filter[name]=${encodeURIComponent(name)}`)).body;
    return (await api.get(`/api/${kind}/${String(member(found, 'data.0.id'))}`)).body;
  };
  const fetched = async (item: unknown) => {
    const { status, text } = await api.get(textAt(item, 'cover.path'));
    return { status, text };
  };
  const destroyed = async (item: unknown) => {
    await api.delete(`/api/${kind}/${idOf(item)}`);
    const bin = member((await api.get('/api/recycle-bin?count=500')).body, 'data') as object[];
    const entry = bin.find((one) => member(one, 'deletable_id') === idOf(item));
    expect((await api.delete(`/api/recycle-bin/${idOf(entry)}`)).status).toBe(200);
  };

  it('has the cover as a file of its own, which stays when the original is destroyed', async () => {
    const original = await withCover(`First of ${kind}`);
    const copy = await copied(original, `Second of ${kind}`);
    expect(member(copy, 'cover')).toMatchObject({
      name: 'Front.jpg',
      type: textAt(original, 'cover.type'),
      uploaded_to: idOf(copy),
    });
    expect(textAt(copy, 'cover.path')).not.toBe(textAt(original, 'cover.path'));
    const cover = await fetched(original);
    expect(cover.status).toBe(200);
    expect(await fetched(copy)).toEqual(cover);
    await destroyed(original);
    expect((await fetched(original)).status).toBe(404);
    expect(await fetched(copy)).toEqual(cover);
  });

  it('takes only its own cover away when it is destroyed', async () => {
    const original = await withCover(`Staying of ${kind}`);
    const before = await filesOf(app);
    await destroyed(await copied(original, `Going of ${kind}`));
    expect(await filesOf(app)).toEqual(before);
    expect((await fetched(original)).status).toBe(200);
  });

  it('has none when the file of the original is lost', async () => {
    const original = await withCover(`Lost of ${kind}`);
    await rm(path.join(app.storage, textAt(original, 'cover.path')));
    expect(member(await copied(original, `Bare of ${kind}`), 'cover')).toBeNull();
  });

  it('has the cover without the right to create images, as a new item may have one', async () => {
    const permissions = ['book-view-all', 'book-create-all', 'bookshelf-view-all', 'bookshelf-create-all'];
    const author = await loggedIn(app, await app.given.user({ permissions }));
    const copy = await copied(await withCover(`Open of ${kind}`), `Theirs of ${kind}`, author);
    expect((await fetched(copy)).status).toBe(200);
  });
});

it('a copy that fails leaves no file behind', async () => {
  const upload = multipart({ name: 'Refused' }, { image: { content: await picture(), name: 'a.png' } });
  const { body: book } = await api.post('/api/books', upload);
  await api.post('/api/pages', { book_id: idOf(book), name: 'Page', html: '<p>x</p>' });
  const before = await filesOf(app);
  // Such an author may not create the pages of the copy.
  const permissions = ['book-view-all', 'book-create-all', 'page-view-all'];
  const author = await loggedIn(app, await app.given.user({ permissions }));
  const form = `/books/${textAt(book, 'slug')}/copy`;
  const _csrf = valueIn((await author.get(form)).text, '_csrf') ?? '';
  const answer = await author.send('POST', form, new URLSearchParams({ name: 'Refused copy', _csrf }));
  expect(answer.status).toBe(403);
  expect(await filesOf(app)).toEqual(before);
  expect(await app.database.query('SELECT key FROM file_removals')).toEqual([]);
  expect((await api.get('/api/books?filter[name]=Refused%20copy')).body).toMatchObject({ total: 0 });
});
