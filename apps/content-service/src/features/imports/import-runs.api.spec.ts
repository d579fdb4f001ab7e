import { Readable } from 'node:stream';
import { DiskStore, S3Store } from '@almanac/storage';
import { nonEmpty, until } from '@almanac/testing';
import { Activity } from '../../content/activity/activity.entity';
import { each, idOf, member, numberAt, problem, refused, textAt } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { filesOf, picture } from '../../testing/uploads';

const VIEWING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all'];
const BASE = 'https://docs.example';

let app: ContentApp;
let admin: Person;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  admin = await app.given.admin();
});
afterAll(() => app.close());

async function waiting(data: unknown, files: Record<string, Buffer | string> = {}, person = admin): Promise<number> {
  return idOf((await uploadArchive(app, person, await archiveOf(data, files))).body);
}

const run = async (id: number, parent: object = {}, person = admin) =>
  app.api.as(person).post(`/api/imports/${id}`, parent);
const failure = (code: number, ...reasons: string[]) =>
  problem(code, `ZIP import failed with the following errors: \n${reasons.join('\n')}`);
const read = async (path: string) => (await app.api.as(admin).get(`/api/${path}`)).body;
const isWaiting = async (id: number) => (await app.api.as(admin).get(`/api/imports/${id}`)).status === 200;

/** Excludes archives, because the service removes them after the commit, perhaps during the next test. */
const filesOfItems = async () => (await filesOf(app)).filter((file) => !file.includes('imports/'));

describe('POST /api/imports/{id}', () => {
  it('creates the item for the caller and removes the import', async () => {
    const chapter = await app.given.chapter();
    await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id, priority: 8 });
    const id = await waiting({
      page: { name: 'New page', html: '<p>x</p>', priority: 3, tags: [{ name: ' b ' }, { name: 'a', value: ' 1\n' }] },
    });
    const answer = await run(id, { parent_type: 'chapter', parent_id: chapter.id });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      id: expect.any(Number),
      type: 'page',
      name: 'New page',
      slug: 'new-page',
      book_id: chapter.bookId,
      chapter_id: chapter.id,
      priority: 9,
      draft: false,
      template: false,
      revision_count: 1,
      editor: 'wysiwyg',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      created_by: admin.id,
      updated_by: admin.id,
      owned_by: admin.id,
    });
    expect(member(await read(`pages/${idOf(answer.body)}`), 'tags')).toEqual([
      { name: 'b', value: '', order: 0 },
      { name: 'a', value: '1', order: 0 },
    ]);
    expect(await isWaiting(id)).toBe(false);
    // The archive is removed after the commit, perhaps after the answer.
    await until(async () => !(await filesOf(app)).some((file) => file.includes('imports/')));
  });

  it('gives the parts of a book new priorities in their old order', async () => {
    const pages = [{ name: 'last', priority: 70 }, { name: 'first', priority: 1 }, { name: 'unplaced' }];
    const chapters = [
      {
        name: 'middle',
        priority: 7,
        pages: [
          { name: 'second', priority: 2 },
          { name: 'first of it', priority: 1 },
        ],
      },
    ];
    const { body } = await run(await waiting({ book: { name: 'Ordered', chapters, pages } }));
    const book = await read(`books/${idOf(body)}`);
    expect(each(book, 'name', 'contents')).toEqual(['unplaced', 'first', 'middle', 'last']);
    expect(each(book, 'priority', 'contents')).toEqual([2, 3, 4, 5]);
    expect(each(member(book, 'contents.2'), 'name', 'pages')).toEqual(['first of it', 'second']);
  });

  it('replaces references with URLs of the new items and keeps unknown references', async () => {
    const files = { photo: await picture(), drawing: await picture(), note: 'bytes' };
    const html = [
      '<a href="[[bsexport:book:1]]#x">b</a>',
      '<a href="[[bsexport:chapter:2]]">c</a>',
      '<a href="[[bsexport:page:4]]?a=b">p</a>',
      '<a href="[[bsexport:attachment:5]]">a</a>',
      '<img src="[[bsexport:image:6]]">',
      '<div drawio-diagram="7"><img src="[[bsexport:image:7]]"></div>',
      '[[bsexport:page:99]] drawio-diagram="7"',
    ].join('');
    const first = {
      id: 3,
      name: 'First',
      html: `<p>${html}</p>`,
      attachments: [
        { id: 5, name: 'Note', file: 'note' },
        { name: 'Link', link: 'https://example.com' },
      ],
      images: [
        { id: 6, name: 'My Photo', file: 'photo', type: 'gallery' },
        { id: 7, name: 'Drawing', file: 'drawing', type: 'drawio' },
      ],
    };
    const second = { id: 4, name: 'Second', markdown: '[first]([[bsexport:page:3]])' };
    const book = {
      id: 1,
      name: 'Linked',
      description_html: '<p><a href="[[bsexport:page:3]]">f</a></p>',
      cover: 'photo',
      chapters: [{ id: 2, name: 'Part', pages: [first] }],
      pages: [second],
    };
    const { body } = await run(await waiting({ book }, files));

    const shown = await read(`books/${idOf(body)}`);
    expect(textAt(shown, 'description_html')).toBe(`<p><a href="${BASE}/books/linked/page/first">f</a></p>`);
    expect(member(shown, 'cover.type')).toBe('cover_book');
    const pageId = numberAt(shown, 'contents.0.pages.0.id');
    const images = await read(`image-gallery?filter[uploaded_to]=${pageId}&sort=id`);
    const attachments = await read(`attachments?filter[uploaded_to]=${pageId}&sort=order`);
    expect(each(images, 'name')).toEqual(['My Photo', 'Drawing']);
    expect(each(attachments, 'external')).toEqual([false, true]);
    const photo = textAt(images, 'data.0.path');
    expect(photo).toMatch(/\/my-photo\.png$/);
    const stored = textAt(await read(`pages/${pageId}`), 'raw_html');
    for (const part of [
      `href="${BASE}/books/linked#x"`,
      `href="${BASE}/books/linked/chapter/part"`,
      `href="${BASE}/books/linked/page/second?a=b"`,
      `href="${BASE}/attachments/${numberAt(attachments, 'data.0.id')}"`,
      `src="${BASE}${photo.replace('/my-photo', '/scaled-1680-/my-photo')}"`,
      `<div drawio-diagram="${numberAt(images, 'data.1.id')}" id="bkmrk-"><img src="${textAt(images, 'data.1.url')}">`,
      '[[bsexport:page:99]] drawio-diagram="7"',
    ])
      expect(stored).toContain(part);
    const other = await read(`pages/${numberAt(shown, 'contents.1.id')}`);
    expect(other).toMatchObject({
      markdown: `[first](${BASE}/books/linked/page/first)`,
      editor: 'markdown',
      revision_count: 1,
    });
    const revisions = await app.database.query('SELECT markdown FROM page_revisions WHERE page_id = $1', [idOf(other)]);
    expect(revisions).toEqual([{ markdown: textAt(other, 'markdown') }]);
    expect(
      Buffer.from(
        textAt(await read(`attachments/${numberAt(attachments, 'data.0.id')}`), 'content'),
        'base64',
      ).toString(),
    ).toBe('bytes');
  });

  it.each([
    ['HTML', (address: string) => ({ html: `<img src="${address}"><p>x</p><img src="${address}">` })],
    ['Markdown', (address: string) => ({ markdown: `![i](${address})` })],
    ['HTML inside of Markdown', (address: string) => ({ markdown: `x\n\n<img src="${address}">` })],
  ])('stores each image embedded in %s once', async (_kind, textWith) => {
    const book = await app.given.book();
    const page = { name: 'x', ...textWith(`data:image/png;base64,${(await picture()).toString('base64')}`) };
    const { body } = await run(await waiting({ page }), { parent_type: 'book', parent_id: book.id });
    const images = await read(`image-gallery?filter[uploaded_to]=${idOf(body)}`);
    expect(member(images, 'total')).toBe(1);
    expect(textAt(await read(`pages/${idOf(body)}`), 'raw_html')).toContain(`src="${textAt(images, 'data.0.url')}"`);
  });

  it('records the created items and the end of the import in the audit log', async () => {
    await app.database.query('DELETE FROM activities');
    const { body } = await run(
      await waiting({ book: { name: 'Told', chapters: [{ name: 'c', pages: [{ name: 'p' }] }] } }),
    );
    const rows = await app.database.source.getRepository(Activity).find({ order: { id: 'ASC' } });
    expect(rows.map(({ type }) => type)).toEqual([
      'import_create',
      'book_create',
      'chapter_create',
      'page_create',
      'import_delete',
      'import_run',
    ]);
    expect(member(body, 'description')).toBe('');
  });

  it('applies the permissions of the parent to new items and rejects hidden parents', async () => {
    const book = await app.given.book();
    const importer = await app.given.user({ permissions: [...VIEWING, 'content-import'] });
    const none = { view: false, create: false, update: false, delete: false };
    await app.api
      .as(admin)
      .put(`/api/content-permissions/book/${book.id}`, { fallback_permissions: { inheriting: false, ...none } });
    const { body } = await run(await waiting({ chapter: { name: 'Secret', pages: [{ name: 'p' }] } }), {
      parent_type: 'book',
      parent_id: book.id,
    });
    expect((await app.api.as(importer).get(`/api/chapters/${idOf(body)}`)).status).toBe(404);
    const hidden = await run(
      await waiting({ page: { name: 'p' } }, {}, importer),
      { parent_type: 'book', parent_id: book.id },
      importer,
    );
    expect(hidden).toMatchObject({
      status: 422,
      body: failure(422, 'Parent book or chapter required for page import.'),
    });
  });

  it('makes the new items searchable immediately', async () => {
    const { body } = await run(
      await waiting({ book: { name: 'x', pages: [{ name: 'p', html: '<p>[[bsexport:book:1]] zanzibarian</p>' }] } }),
    );
    expect(each(await read('search?query=zanzibarian'), 'book_id')).toEqual([idOf(body)]);
  });
});

describe('a rejected import run', () => {
  const REQUIRED = {
    parent_type: ['The parent type field is required.'],
    parent_id: ['The parent id field is required.'],
  };
  it.each<[string, object, object, number, object]>([
    ['without a parent', { page: { name: 'x' } }, {}, 422, refused(REQUIRED)],
    [
      'with a parent of another kind',
      { page: { name: 'x' } },
      { parent_type: 'shelf', parent_id: 1 },
      422,
      refused({ parent_type: ['The selected parent type is invalid.'] }),
    ],
    [
      'with a parent that does not exist',
      { page: { name: 'x' } },
      { parent_type: 'book', parent_id: 99_999 },
      422,
      failure(422, 'Parent book or chapter required for page import.'),
    ],
    [
      'for a chapter in a book that does not exist',
      { chapter: { name: 'x' } },
      { parent_type: 'book', parent_id: 99_999 },
      422,
      failure(422, 'Parent book required for chapter import.'),
    ],
    [
      'for a chapter in a chapter',
      { chapter: { name: 'x' } },
      { parent_type: 'chapter', parent_id: 1 },
      422,
      failure(422, 'Parent book required for chapter import.'),
    ],
  ])('%s returns 422 and keeps the import', async (_what, data, parent, status, body) => {
    const id = await waiting(data);
    expect(await run(id, parent)).toMatchObject({ status, body });
    expect(await isWaiting(id)).toBe(true);
  });

  it('returns 403 with all missing permissions of the caller', async () => {
    const importer = await app.given.user({ permissions: [...VIEWING, 'content-import'] });
    const page = {
      name: 'p',
      images: [{ name: 'i', file: 'i', type: 'gallery' }],
      attachments: [{ name: 'a', link: 'https://example.com' }],
    };
    const files = { i: await picture() };
    const lacking = (...kinds: string[]) =>
      failure(403, ...kinds.map((kind) => `You are lacking the required permissions to create ${kind}.`));
    const book = await waiting({ book: { name: 'x', chapters: [{ name: 'c', pages: [page] }] } }, files, importer);
    expect(await run(book, {}, importer)).toMatchObject({
      status: 403,
      body: lacking('books', 'chapters', 'pages', 'images', 'attachments'),
    });
    const parent = { parent_type: 'book', parent_id: (await app.given.book()).id };
    expect(await run(await waiting({ page: { name: 'x' } }, {}, importer), parent, importer)).toMatchObject({
      body: lacking('pages'),
    });
  });

  it('leaves nothing behind when the cover is not a readable image', async () => {
    const broken = (await picture(64, 64)).subarray(0, 60);
    const pages = [
      { name: 'p', images: [{ name: 'i', file: 'i', type: 'gallery' }], attachments: [{ name: 'a', file: 'a' }] },
    ];
    const id = await waiting(
      { book: { name: 'Broken', cover: 'broken', pages } },
      { i: await picture(), a: 'x', broken },
    );
    const before = await filesOfItems();
    expect(await run(id)).toMatchObject({ status: 422, body: failure(422, 'The cover cannot be read as an image.') });
    expect(await filesOfItems()).toEqual(before);
    expect(member(await read('books?filter[name]=Broken'), 'total')).toBe(0);
    expect(await isWaiting(id)).toBe(true);
  });

  it('returns 404 or 409 to all but one of several concurrent callers', async () => {
    const id = await waiting(
      { book: { name: 'Only once', pages: [{ name: 'p', attachments: [{ name: 'a', file: 'a' }] }] } },
      { a: 'x' },
    );
    const before = await filesOfItems();
    const answers = await Promise.all([run(id), run(id), run(id)]);
    const [won, ...lost] = answers.toSorted((a, b) => a.status - b.status);
    expect(won?.status).toBe(200);
    for (const { status } of nonEmpty(lost)) expect([404, 409]).toContain(status);
    expect(member(await read('books?filter[name]=Only once'), 'total')).toBe(1);
    expect(await filesOfItems()).toHaveLength(before.length + 1);
  });
});

describe('an import whose archive cannot be read at the moment', () => {
  const storeKind = () => (app.environment['STORAGE_URL']?.startsWith('s3:') ? S3Store : DiskStore).prototype;
  const broken = () => Object.assign(new Error('SlowDown'), { $metadata: { httpStatusCode: 503 } });
  const DATA = { book: { name: 'Kept', pages: [{ name: 'Page', html: '<p>x</p>' }] } };

  it.each<[how: string, answer: () => Promise<Readable>]>([
    ['no answer', () => Promise.reject(broken())],
    [
      'a part of the bytes',
      () =>
        Promise.resolve(
          Readable.from(
            (function* () {
              yield Buffer.from('PK');
              throw new Error('socket hang up');
            })(),
          ),
        ),
    ],
  ])('returns 503 for %s, keeps the import and runs it later', async (_, answer) => {
    const id = await waiting(DATA);
    jest.spyOn(storeKind(), 'read').mockImplementationOnce(answer);
    expect(await run(id)).toMatchObject({ status: 503, body: { error: { type: 'data-unreachable' } } });
    expect(await isWaiting(id)).toBe(true);
    expect(await run(id)).toMatchObject({ status: 200, body: { name: 'Kept' } });
  });
});
