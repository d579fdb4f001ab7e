import { compareShape, describeWithReference, type TestApi } from '@almanac/testing';
import { member, numberAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { type Capture, CAPTURES, capturesInOrder } from './captures';
import { CAPTURED_BASE } from './reference-files';
import { ANSWERS, LEFT_OUT, leftOutOf } from './reference-deviations';

const PERMISSIONS = capturesInOrder([
  'content-permissions-denied',
  'content-permissions-read-bad-type',
  'content-permissions-read-shelf-alias',
  'content-permissions-read-not-found',
  'content-permissions-read-book',
  'content-permissions-read-bookshelf',
  'content-permissions-read-chapter',
  'content-permissions-read-page',
  'content-permissions-update-bookshelf',
  'content-permissions-update-chapter',
  'content-permissions-update-page',
  'content-permissions-update-book',
  'content-permissions-update-owner-only',
  'content-permissions-update-owner-unknown',
  'content-permissions-update-fallback-partial',
  'content-permissions-update-role-missing-keys',
  'content-permissions-update-role-unknown',
  'content-permissions-update-inherit-and-clear',
]);

let app: ContentApp;
beforeAll(async () => {
  if (PERMISSIONS.length > 0) app = await startContent();
});
afterAll(() => (PERMISSIONS.length === 0 ? undefined : app.close()));

/** The differences between a captured answer and ours, names included. */
const compared = (capture: Capture, ours: unknown) =>
  compareShape(JSON.parse(JSON.stringify(capture.body).replaceAll(CAPTURED_BASE, app.baseUrl)), ours, {
    exact: ['owner.name', 'owner.slug', 'data.*.deletable.name', 'data.*.deletable.slug'],
    ignore: [...Object.keys(LEFT_OUT), ...leftOutOf(capture.status)],
  });

describeWithReference(CAPTURES, 'answers about item permissions match the capture', () => {
  const ids: Record<string, number> = { 99999: 99_999 };
  let admin: TestApi;
  let viewer: TestApi;
  beforeAll(async () => {
    const { given } = app;
    const owner = await given.user({ permissions: ['access-api'] });
    await app.database.query(`UPDATE users SET name = 'Reference Viewer', slug = 'reference-viewer' WHERE id = $1`, [
      owner.id,
    ]);
    const chapter = await given.chapter();
    ids['book/1'] = chapter.bookId;
    ids['chapter/10'] = chapter.id;
    ids['bookshelf/21'] = (await given.shelf()).id;
    ids['page/12'] = (await given.page()).id;
    ids['owner 3'] = owner.id;
    ids['owner 1'] = 1;
    ids['role 6'] = (await given.role({ displayName: 'Reference Role' })).id;
    admin = app.api.as(await given.admin()).with({ 'content-type': 'application/json' });
    viewer = app.api.as(await given.viewer());
    for (const [type, table] of [
      ['book', 'books'],
      ['chapter', 'chapters'],
      ['bookshelf', 'shelves'],
      ['page', 'pages'],
    ])
      await app.database.query(`UPDATE ${table} SET owned_by = 1 WHERE id = $1`, [
        Object.entries(ids).find(([key]) => key.startsWith(`${type}/`))?.[1],
      ]);
    await app.database.query(`UPDATE users SET name = 'Admin', slug = 'admin' WHERE id = 1`);
  });

  /** The captured body with the ids of this database. */
  const bodyOf = ({ requestBody }: Capture): string | undefined =>
    requestBody
      ? JSON.stringify(requestBody)
          .replace(/"owner_id":([13])\b/, (_all, id: string) => `"owner_id":${ids[`owner ${id}`]}`)
          .replaceAll('"role_id":6', `"role_id":${ids['role 6']}`)
      : undefined;

  it.each(PERMISSIONS.map((capture) => [capture.name, capture] as const))('%s', async (name, capture) => {
    const [, kind = '', captured = ''] = /content-permissions\/(\w+)\/(\d+)$/.exec(capture.path) ?? [];
    const id = ids[`${kind}/${captured}`] ?? ids[captured] ?? 1;
    const caller = name.endsWith('denied') ? viewer : admin;
    const answer = await caller.send(capture.method, `/api/content-permissions/${kind}/${id}`, bodyOf(capture));
    const decided = ANSWERS[name];
    if (decided) expect(answer.status).toBe(decided.status);
    else
      expect({ status: answer.status, differences: compared(capture, answer.body) }).toEqual({
        status: capture.status,
        differences: [],
      });
  });
});

const EMPTY_BIN = capturesInOrder([
  'recycle-bin-list-empty',
  'recycle-bin-list-denied',
  'recycle-bin-restore-not-found',
]);
/** The captures delete a page, then its chapter, then their book, and destroy a second book of three items. */
const FILLED_BIN = capturesInOrder([
  'recycle-bin-list-filled',
  'recycle-bin-restore-child-of-deleted-parent',
  'recycle-bin-list-after-child-restore',
  'recycle-bin-restore-book',
  'recycle-bin-list-after-restore',
  'recycle-bin-destroy',
  'recycle-bin-destroy-again',
]);

describeWithReference(CAPTURES, 'answers about the recycle bin match the capture', () => {
  let admin: TestApi;
  const deletions: Record<string, number> = { 99999: 99_999 };
  beforeAll(async () => {
    admin = app.api.as(await app.given.admin());
  });
  const replay = async (capture: Capture) => {
    const [, id] = /recycle-bin\/(\d+)$/.exec(capture.path) ?? [];
    const path = id === undefined ? capture.path : `/api/recycle-bin/${deletions[id]}`;
    const caller = capture.name.endsWith('denied') ? app.api.as(await app.given.viewer()) : admin;
    return caller.send(capture.method, path);
  };
  const isAnsweredAlike = async (_name: string, capture: Capture) => {
    const { status, body } = await replay(capture);
    expect({ status, differences: compared(capture, body) }).toEqual({
      status: capture.status,
      differences: [],
    });
  };
  const binned = async (kind: string, id: number) => {
    await admin.delete(`/api/${kind}/${id}`);
    return numberAt((await admin.get('/api/recycle-bin?sort=-id&count=1')).body, 'data.0.id');
  };

  it.each(EMPTY_BIN.map((capture) => [capture.name, capture] as const))('%s', isAnsweredAlike);

  describe('with items', () => {
    beforeAll(async () => {
      const book = async (name: string, rest: string) => {
        const { body } = await admin.post('/api/books', { name: `Book ${name}` });
        const bookId = numberAt(body, 'id');
        const chapter = await admin.post('/api/chapters', { book_id: bookId, name: `Chapter ${rest}` });
        const chapterId = numberAt(chapter.body, 'id');
        const page = await admin.post('/api/pages', { chapter_id: chapterId, name: `Page ${rest}`, html: '<p>x</p>' });
        return { bookId, chapterId, pageId: numberAt(page.body, 'id') };
      };
      const destroyed = await book('To Destroy', 'To Destroy');
      const shelf = await admin.post('/api/shelves', { name: 'Shelf With Cover' });
      deletions[1] = await binned('shelves', numberAt(shelf.body, 'id'));
      const kept = await book('To Delete', 'To Delete');
      deletions[2] = await binned('pages', kept.pageId);
      deletions[3] = await binned('chapters', kept.chapterId);
      deletions[4] = await binned('books', kept.bookId);
      deletions[5] = 0;
      destroyedBook = destroyed.bookId;
    });
    let destroyedBook = 0;

    it.each(FILLED_BIN.map((capture) => [capture.name, capture] as const))('%s', async (name, capture) => {
      if (name === 'recycle-bin-destroy') deletions[5] = await binned('books', destroyedBook);
      await isAnsweredAlike(name, capture);
      if (name === 'recycle-bin-list-filled') expect(member(capture.body, 'data.0.deletable_type')).toBe('book');
    });
  });
});
