import { idOf, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import { multipart, picture } from '../../testing/uploads';

type Mode = 'local' | 'local_secure' | 'local_secure_restricted';

const apps = new Map<Mode, ContentApp>();
beforeAll(async () => {
  for (const mode of ['local', 'local_secure', 'local_secure_restricted'] as const)
    apps.set(mode, await startContent({ STORAGE_IMAGE_TYPE: mode }));
});
afterAll(async () => {
  for (const app of apps.values()) await app.close();
});

/** The viewer can see all items, `blind` is a user who can see none, the stranger is not logged in. */
const WHO = ['viewer', 'blind', 'stranger'] as const;

it.each<[Mode, number[]]>([
  ['local', [200, 200, 200]],
  ['local_secure', [200, 200, 404]],
  ['local_secure_restricted', [200, 404, 404]],
])('with %s images, viewers, users without permissions and anonymous callers get %j', async (mode, statuses) => {
  const app = apps.get(mode)!;
  const editor = app.api.as(await app.given.editor());
  const page = await app.given.page();
  const form = multipart(
    { type: 'gallery', uploaded_to: page.id },
    { image: { content: await picture(), name: 'a.png' } },
  );
  const { body: image } = await editor.post('/api/image-gallery', form);
  const { body: book } = await editor.post(
    '/api/books',
    multipart({ name: 'B' }, { image: { content: await picture(), name: 'b.png' } }),
  );
  const callers = {
    viewer: app.api.as(await app.given.viewer()),
    blind: app.api.as(await app.given.user()),
    stranger: app.api,
  };
  for (const address of [
    textAt(image, 'url'),
    textAt(image, 'thumbs.gallery'),
    textAt(image, 'thumbs.display'),
    textAt(book, 'cover.url'),
  ]) {
    const found = await Promise.all(WHO.map((who) => callers[who].get(address.replace(app.baseUrl, ''))));
    expect([address, found.map(({ status }) => status)]).toEqual([address, statuses]);
    const login = statuses.map((status) => (status === 404 ? `${app.baseUrl}/login` : null));
    expect(found.map(({ headers }) => headers.get('location'))).toEqual(login);
    expect(found[0]?.headers.get('cache-control')).toMatch(
      mode === 'local' ? /^public, max-age=\d+$/ : /^private, no-cache$/,
    );
    const data = `/api/image-gallery/url/data?url=${encodeURIComponent(address)}`;
    expect((await callers.blind.get(data)).status).toBe(statuses[1]);
  }
});

it('a logged-in user without access-api gets only images and files of visible pages', async () => {
  const app = apps.get('local_secure_restricted')!;
  const editor = app.api.as(await app.given.editor());
  const page = await app.given.page();
  const form = multipart(
    { type: 'gallery', uploaded_to: page.id },
    { image: { content: await picture(), name: 'seen.png' } },
  );
  const image = textAt((await editor.post('/api/image-gallery', form)).body, 'path');
  const attachment = multipart(
    { name: 'A file', uploaded_to: page.id },
    { file: { content: 'attached', name: 'a.txt' } },
  );
  const file = `/attachments/${idOf((await editor.post('/api/attachments', attachment)).body)}`;
  const statusesFor = async (permissions: string[]) => {
    const browser = await loggedIn(app, await app.given.user({ permissions, api: false }));
    return Promise.all([image, file].map(async (at) => (await browser.get(at)).status));
  };
  expect(await statusesFor(['page-view-all', 'book-view-all'])).toEqual([200, 200]);
  expect(await statusesFor([])).toEqual([404, 404]);
});

it('a restricted user image returns 200 to all users, and 404 without its record', async () => {
  const app = apps.get('local_secure_restricted')!;
  const editor = app.api.as(await app.given.editor());
  const page = await app.given.page();
  const form = multipart(
    { type: 'gallery', uploaded_to: page.id },
    { image: { content: await picture(), name: 'person.png' } },
  );
  const { body } = await editor.post('/api/image-gallery', form);
  const at = textAt(body, 'path');
  await app.database.query(`UPDATE images SET type = 'user', uploaded_to = NULL WHERE path = $1`, [at]);
  const blind = app.api.as(await app.given.user());
  expect((await blind.get(at)).status).toBe(200);
  await app.database.query('DELETE FROM images WHERE path = $1', [at]);
  expect((await blind.get(at)).status).toBe(404);
});

it('an image returns 304 for a known ETag and supports byte ranges', async () => {
  const app = apps.get('local')!;
  const page = await app.given.page();
  const form = multipart(
    { type: 'gallery', uploaded_to: page.id },
    { image: { content: await picture(), name: 'again.png' } },
  );
  const { body } = await app.api.as(await app.given.editor()).post('/api/image-gallery', form);
  const { headers } = await app.api.get(textAt(body, 'path'));
  const again = app.api.with({ 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' });
  expect(await again.get(textAt(body, 'path'))).toMatchObject({ status: 304, text: '' });
  expect((await app.api.with({ range: 'bytes=1-3' }).get(textAt(body, 'path'))).text).toBe('PNG');
});
