import { each, idOf, member, refused, textAt } from '../../testing/answers';
import { archiveOf, uploadArchive, zipOf } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { filesOf, multipart, picture } from '../../testing/uploads';

let app: ContentApp;
let admin: Person;
let importer: Person;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  admin = await app.given.admin();
  importer = await app.given.user({ permissions: ['content-import'] });
});
afterAll(() => app.close());

const upload = async (data: unknown, files: Record<string, Buffer | string> = {}, person = admin) =>
  uploadArchive(app, person, await archiveOf(data, files));
const flat = (...lines: string[]) => ({
  message: `ZIP upload failed with the following validation errors: \n${lines.join('\n')}`,
  status: 'error',
});

describe('POST /api/imports', () => {
  it('returns the import, stores its file and writes an audit log entry', async () => {
    const answer = await upload({ book: { name: 'Minimal Book' } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      type: 'book',
      name: 'Minimal Book',
      created_by: admin.id,
      size: expect.any(Number),
      path: expect.stringMatching(/^uploads\/files\/imports\/[a-z0-9]{16}\.zip$/),
      updated_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      id: expect.any(Number),
    });
    expect(await filesOf(app)).toContain(textAt(answer.body, 'path'));
    const log = await app.database.query(
      `SELECT detail, loggable_type FROM activities WHERE type = 'import_create' ORDER BY id DESC LIMIT 1`,
    );
    expect(log).toEqual([{ detail: `(${idOf(answer.body)}) Minimal Book`, loggable_type: null }]);
  });

  it.each([
    ['nothing', {}, 'The file field is required.'],
    ['a text', { file: 'x' }, 'The file must be provided as a valid file.'],
  ])('returns 422 for a request with %s instead of a file', async (_what, body, message) => {
    const { status, body: answer } = await app.api.as(admin).post('/api/imports', body);
    expect({ status, answer }).toEqual({ status: 422, answer: refused({ file: [message] }) });
  });

  it('returns 422 for a file that is not a ZIP archive', async () => {
    const form = multipart({}, { file: { content: 'some text.', name: 'x.zip' } });
    const { status, body } = await app.api.as(admin).post('/api/imports', form);
    expect({ status, body }).toEqual({ status: 422, body: flat('[format] Could not read ZIP file.') });
  });

  const UNDECODABLE = '[format] Could not find and decode ZIP data.json content.';
  it.each([
    ['no data.json', { 'other.json': '{}' }, UNDECODABLE],
    ['a data.json that is no JSON', { 'data.json': '{"book":' }, UNDECODABLE],
    ['an empty data.json', { 'data.json': '' }, UNDECODABLE],
    ['a data.json that is a text', { 'data.json': '"book"' }, UNDECODABLE],
    ['a data.json without members', { 'data.json': '{}' }, UNDECODABLE],
    ['a data.json in UTF-16', { 'data.json': Buffer.from('{"book":{"name":"x"}}', 'utf16le') }, UNDECODABLE],
    ['a data.json in Latin-1', { 'data.json': Buffer.from('{"book":{"name":"ü"}}', 'latin1') }, UNDECODABLE],
    [
      'nothing to import',
      { 'data.json': '{"shelf":{"name":"x"}}' },
      '[format] ZIP file data has no expected book, chapter or page content.',
    ],
    ['a page that is a text', { 'data.json': '{"page":"x"}' }, '[page] Data object expected but "string" found.'],
  ])('returns 422 for an archive with %s', async (_what, entries, line) => {
    const before = await filesOf(app);
    const { status, body } = await uploadArchive(app, admin, await zipOf(entries));
    expect({ status, body }).toEqual({ status: 422, body: flat(line) });
    expect(await filesOf(app)).toEqual(before);
  });

  it('returns all validation errors of the content at once', async () => {
    const { status, body } = await upload({
      book: {
        tags: [{ value: 'x' }],
        pages: [{ name: 5, priority: 'abc', attachments: [{ name: 'x' }], images: [{ type: 'gallery' }] }],
        chapters: [{ description_html: '' }],
      },
    });
    expect({ status, body }).toEqual({
      status: 422,
      body: flat(
        '[book.name] The name field is required.',
        '[book.tags.0.name] The name field is required.',
        '[book.pages.0.name] The name must be a string.',
        '[book.pages.0.priority] The priority must be an integer.',
        '[book.pages.0.attachments.0.link] The link field is required when file is not present.',
        '[book.pages.0.attachments.0.file] The file field is required when link is not present.',
        '[book.pages.0.images.0.name] The name field is required.',
        '[book.pages.0.images.0.file] The file field is required.',
        '[book.chapters.0.name] The name field is required.',
      ),
    });
  });

  it.each<[string, unknown, string[]]>([
    [
      'an id twice',
      {
        pages: [
          { id: 1, name: 'a' },
          { id: 1, name: 'b' },
        ],
      },
      ['[book.pages.1.id] The id must be unique for the object type within the ZIP.'],
    ],
    ['a list that is none', { chapters: 'x' }, ['[book.chapters] The chapters must be an array.']],
    ['a text in a list of objects', { pages: ['x'] }, ['[book.pages.0.0] Data object expected but "string" found.']],
    ['a number in a list of objects', { tags: [1.5] }, ['[book.tags.0.0] Data object expected but "double" found.']],
    ['a list in a list of objects', { tags: [[]] }, ['[book.tags.0.name] The name field is required.']],
    [
      'texts of characters that cannot be stored',
      {
        pages: [
          {
            name: '\0',
            attachments: [{ name: 'a', file: '\0' }],
            images: [{ name: 'a', file: '\0', type: 'gallery' }],
          },
        ],
      },
      [
        '[book.pages.0.name] The name field is required.',
        '[book.pages.0.attachments.0.link] The link field is required when file is not present.',
        '[book.pages.0.attachments.0.file] The file field is required when link is not present.',
        '[book.pages.0.images.0.file] The file field is required.',
      ],
    ],
    [
      'a name that nothing can hold',
      { tags: [{ name: 'x'.repeat(256) }] },
      ['[book.tags.0.name] The name may not be greater than 255 characters.'],
    ],
    [
      'a missing attachment',
      { pages: [{ name: 'a', attachments: [{ name: 'a', file: '../x' }] }] },
      [
        '[book.pages.0.attachments.0.file] The file needs to reference a file within the ZIP.',
        'The file ../x must not exceed 50 MB.',
      ],
    ],
    [
      'an unsafe link',
      { pages: [{ name: 'a', attachments: [{ name: 'a', link: 'javascript:alert(1)' }] }] },
      ['[book.pages.0.attachments.0.link] The provided link may not be safe.'],
    ],
    [
      'an image that is none',
      { pages: [{ name: 'a', images: [{ name: 'a', file: 'text', type: 'photo' }] }] },
      [
        '[book.pages.0.images.0.file] The file needs to reference a file of type image/png,image/jpeg,image/gif,image/webp, found text/plain.',
        '[book.pages.0.images.0.type] The selected type is invalid.',
      ],
    ],
    ...['empty', 'archive', 'binary'].map((file): [string, unknown, string[]] => [
      `an image whose file is ${file}`,
      { pages: [{ name: 'a', images: [{ name: 'a', file, type: 'gallery' }] }] },
      [
        '[book.pages.0.images.0.file] The file needs to reference a file of type image/png,image/jpeg,image/gif,image/webp, found application/octet-stream.',
      ],
    ]),
    [
      'an SVG image',
      { pages: [{ name: 'a', images: [{ name: 'a', file: 'svg', type: 'drawio' }] }] },
      [
        '[book.pages.0.images.0.file] The file needs to reference a file of type image/png,image/jpeg,image/gif,image/webp, found image/svg+xml.',
      ],
    ],
    [
      'numbers in place of texts',
      { cover: 5, pages: [{ name: 'a', images: [{ name: 'a', file: 'png', type: 5 }] }] },
      [
        '[book.cover] The cover must be a string.',
        'The cover needs to reference a file within the ZIP.',
        'The file 5 must not exceed 50 MB.',
        '[book.pages.0.images.0.type] The type must be a string.',
        'The selected type is invalid.',
      ],
    ],
    [
      'an AVIF image',
      { pages: [{ name: 'a', images: [{ name: 'a', file: 'avif', type: 'gallery' }] }] },
      [
        '[book.pages.0.images.0.file] The file needs to reference a file of type image/png,image/jpeg,image/gif,image/webp, found image/avif.',
      ],
    ],
  ])('returns 422 for an archive with %s', async (_what, book, lines) => {
    const files = {
      text: 'hello',
      svg: '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
      empty: '',
      archive: Buffer.from('504b0506'.padEnd(44, '0'), 'hex'),
      binary: Buffer.from([0, 1, 2, 255]),
      png: await picture(),
      avif: await picture(8, 8, 'avif'),
    };
    const { status, body } = await upload({ book: { name: 'x', ...(typeof book === 'object' ? book : {}) } }, files);
    expect({ status, body }).toEqual({ status: 422, body: flat(...lines) });
  });
});

describe('pending imports', () => {
  it('are accessible only to their creator and to administrators', async () => {
    const [own, foreign] = [
      await upload({ page: { name: 'own' } }, {}, importer),
      await upload({ page: { name: 'foreign' } }),
    ];
    const mine = await app.api.as(importer).get('/api/imports');
    expect(each(mine.body, 'id')).toEqual([idOf(own.body)]);
    expect(member(mine.body, 'data.0')).toEqual({ ...Object(own.body), path: undefined });
    expect((await app.api.as(importer).get(`/api/imports/${idOf(foreign.body)}`)).status).toBe(404);
    expect((await app.api.as(importer).post(`/api/imports/${idOf(foreign.body)}`)).status).toBe(404);
    expect((await app.api.as(importer).delete(`/api/imports/${idOf(foreign.body)}`)).status).toBe(404);
    expect(each((await app.api.as(admin).get('/api/imports?sort=-id&count=2')).body, 'name')).toEqual([
      'foreign',
      'own',
    ]);
  });

  it('contain the tree of their archive without texts', async () => {
    const page = { name: 'P', html: '<p>x</p>', tags: [{ name: 'a', value: 'b' }] };
    const { body } = await upload({
      chapter: { id: 7, name: 'C', description_html: '<p>d</p>', priority: 3, pages: [page] },
    });
    const read = await app.api.as(admin).get(`/api/imports/${idOf(body)}`);
    expect(read.body).toEqual({
      ...Object(body),
      details: {
        id: 7,
        name: 'C',
        priority: 3,
        pages: [{ name: 'P', attachments: [], images: [], tags: [{ name: 'a' }] }],
        tags: [],
      },
    });
  });

  it('are deleted together with their file', async () => {
    const { body } = await upload({ page: { name: 'gone' } });
    expect(await app.api.as(admin).delete(`/api/imports/${idOf(body)}`)).toMatchObject({ status: 204, text: '' });
    expect((await app.api.as(admin).get(`/api/imports/${idOf(body)}`)).status).toBe(404);
    expect(await filesOf(app)).not.toContain(textAt(body, 'path'));
  });
});
