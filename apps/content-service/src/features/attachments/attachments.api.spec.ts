import type { TestApi } from '@almanac/testing';
import { each, idOf, problem, refused, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { filesOf, multipart } from '../../testing/uploads';

const FORBIDDEN = problem(403, 'You do not have permission to perform the requested action.');
const MISSING = problem(404, 'Attachment not found');
const LINK = 'https://example.com/a?b=c&d';

let app: ContentApp;
let editor: Person;
let api: TestApi;
let pageId: number;
beforeAll(async () => {
  app = await startContent({ FILE_UPLOAD_SIZE_LIMIT: '1' });
  editor = await app.given.editor();
  api = app.api.as(editor);
});
beforeEach(async () => {
  pageId = (await app.given.page()).id;
});
afterAll(() => app.close());

const linked = async (fields: object = {}): Promise<unknown> =>
  (await api.post('/api/attachments', { name: 'A link', uploaded_to: pageId, link: LINK, ...fields })).body;
const file = (name: string, content: string | Uint8Array = 'text', fields: Record<string, string | number> = {}) =>
  multipart({ name: 'A file', uploaded_to: pageId, ...fields }, { file: { content, name } });
const withFile = async (name: string, content?: string | Uint8Array): Promise<unknown> =>
  (await api.post('/api/attachments', file(name, content))).body;
const read = async (id: number) => (await api.get(`/api/attachments/${id}`)).body;

describe('POST /api/attachments', () => {
  it('creates a link with an empty extension', async () => {
    const { status, body } = await api.post('/api/attachments', {
      name: '  My link ',
      uploaded_to: pageId,
      link: LINK,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'My link',
      extension: '',
      uploaded_to: pageId,
      external: true,
      order: 1,
      created_by: editor.id,
      updated_by: editor.id,
      created_at: expect.stringMatching(/000Z$/),
      updated_at: expect.any(String),
    });
  });

  it('creates a file with the given name and keeps the case of its extension', async () => {
    expect(await withFile('notes.TXT')).toMatchObject({ name: 'A file', extension: 'TXT', external: false, order: 1 });
    expect(await withFile('rawfile')).toMatchObject({ extension: '', order: 2 });
  });

  it('stores the file under a random name inside the attachments folder', async () => {
    const before = await filesOf(app);
    expect(await withFile('../../../etc/passwd.sh')).toMatchObject({ extension: 'sh' });
    const [kept, ...others] = (await filesOf(app)).filter((name) => !before.includes(name));
    expect(others).toEqual([]);
    expect(kept).toMatch(/^uploads\/files\/attachments\/\d{4}-\d\d\/[a-z0-9]{16}$/);
  });

  it.each([
    ['archive.tar.gz', 'gz'],
    ['Photo.JPG', 'JPG'],
    ['.env', 'env'],
    ['name.', ''],
    ['name', ''],
  ])('gives the file %s the extension "%s"', async (name, extension) => {
    expect(await withFile(name)).toMatchObject({ extension });
  });

  it('creates a link and stores no file when the request has both', async () => {
    const before = await filesOf(app);
    const { body } = await api.post('/api/attachments', file('both.txt', 'x', { link: LINK }));
    expect(body).toMatchObject({ external: true, extension: '' });
    expect(await filesOf(app)).toEqual(before);
  });

  it('gives consecutive order numbers to concurrent attachments', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => linked()));
    expect(each({ data: made }, 'order').sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it.each<[string, object, Record<string, string[]>]>([
    [
      'nothing',
      {},
      {
        name: ['The name field is required.'],
        uploaded_to: ['The uploaded to field is required.'],
        file: ['The file field is required when link is not present.'],
        link: ['The link field is required when file is not present.'],
      },
    ],
    ['a page that does not exist', { uploaded_to: 999_999 }, { uploaded_to: ['The selected uploaded to is invalid.'] }],
    ['a file sent as text', { file: 'text' }, { file: ['The file must be provided as a valid file.'] }],
    [
      'a link that is too long',
      { link: `https://${'a'.repeat(2000)}` },
      { link: ['The link may not be greater than 2000 characters.'] },
    ],
  ])('returns 422 for a request with %s', async (what, fields, validation) => {
    const given = what === 'nothing' ? {} : { name: 'x', uploaded_to: pageId, link: LINK, ...fields };
    const { status, body } = await api.post('/api/attachments', given);
    expect({ status, body }).toEqual({ status: 422, body: refused(validation) });
  });

  it.each([
    ' JavaScript:alert(1)',
    'data:text/html,x',
    ' DATA:text/html,x',
    'java\tscript:alert(1)',
    '\u0001javascript:x',
    'vbscript:x',
  ])('rejects the unsafe link %j with 422', async (link) => {
    const { status, body } = await api.post('/api/attachments', { name: 'x', uploaded_to: pageId, link });
    expect({ status, body }).toEqual({ status: 422, body: refused({ link: ['The provided link may not be safe.'] }) });
  });

  it.each([1_000 * 1024 + 1, 3_000_000])(
    'rejects a file of %d bytes with 422 and the documented validation error, and stores nothing',
    async (size) => {
      const before = await filesOf(app);
      const { status, body } = await api.post('/api/attachments', file('big.bin', Buffer.alloc(size)));
      expect({ status, body }).toEqual({
        status: 422,
        body: refused({ file: ['The file may not be greater than 1000 kilobytes.'] }),
      });
      expect(await filesOf(app)).toEqual(before);
    },
  );

  it('accepts a file with exactly the maximum size', async () => {
    expect((await api.post('/api/attachments', file('full.bin', Buffer.alloc(1_000 * 1024)))).status).toBe(200);
  });
});

describe('GET /api/attachments/{id}', () => {
  it('returns a link with its users and with HTML and Markdown markup', async () => {
    const id = idOf(await linked({ name: '<b>"Q"</b>' }));
    const address = `${app.baseUrl}/attachments/${id}`;
    expect(await read(id)).toMatchObject({
      content: LINK,
      created_by: { id: editor.id, name: editor.name, slug: editor.slug },
      updated_by: { id: editor.id, name: editor.name, slug: editor.slug },
      links: {
        html: `<a target="_blank" href="${address}">&lt;b&gt;&quot;Q&quot;&lt;/b&gt;</a>`,
        markdown: `[<b>"Q"</b>](${address})`,
      },
    });
  });

  it('uses a mailto address directly in the HTML and Markdown markup', async () => {
    const id = idOf(await linked({ link: 'mailto:a@example.com?subject="x"' }));
    expect(await read(id)).toMatchObject({
      links: {
        html: '<a target="_blank" href="mailto:a@example.com?subject=&quot;x&quot;">A link</a>',
        markdown: '[A link](mailto:a@example.com?subject="x")',
      },
    });
  });

  it.each([0, 1, 2, 3, 65_536, 65_537, 200_002])('returns a file of %d bytes as base64', async (size) => {
    const bytes = Buffer.from(Array.from({ length: size }, (_, index) => (index * 7) % 256));
    const { headers, text, body } = await api.get(`/api/attachments/${idOf(await withFile('a.bin', bytes))}`);
    expect(textAt(body, 'content')).toBe(bytes.toString('base64'));
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  });

  it('answers HEAD with the same Content-Length and no body', async () => {
    const id = idOf(await withFile('a.txt', 'hello'));
    const { headers } = await api.get(`/api/attachments/${id}`);
    const head = await api.send('HEAD', `/api/attachments/${id}`);
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe(headers.get('content-length'));
  });
});

describe('PUT /api/attachments/{id}', () => {
  it('renames and changes a link', async () => {
    const id = idOf(await linked());
    expect((await api.put(`/api/attachments/${id}`, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      external: true,
    });
    await api.put(`/api/attachments/${id}`, { link: '/relative/path' });
    expect(await read(id)).toMatchObject({ name: 'Renamed', content: '/relative/path' });
  });

  it('replaces a link with a file and uses the file name unless a name is given', async () => {
    const id = idOf(await linked());
    const form = multipart({ _method: 'PUT' }, { file: { content: '# md', name: 'new näme.md' } });
    const { body } = await api.post(`/api/attachments/${id}`, form);
    expect(body).toMatchObject({ id, name: 'new näme.md', extension: 'md', external: false, order: 1 });
    const named = multipart({ name: 'Kept' }, { file: { content: '{}', name: 'other.json' } });
    expect((await api.put(`/api/attachments/${id}`, named)).body).toMatchObject({ name: 'Kept', extension: 'json' });
    expect(await read(id)).toMatchObject({ content: Buffer.from('{}').toString('base64') });
  });

  it('takes the name of a file that comes with a link', async () => {
    const id = idOf(await linked());
    const form = multipart({ link: LINK }, { file: { content: 'x', name: 'beside.txt' } });
    expect((await api.put(`/api/attachments/${id}`, form)).body).toMatchObject({
      name: 'beside.txt',
      extension: '',
      external: true,
    });
  });

  it('removes the old file when another file or a link replaces it', async () => {
    const before = await filesOf(app);
    const id = idOf(await withFile('one.txt', 'one'));
    await api.put(`/api/attachments/${id}`, multipart({}, { file: { content: 'two', name: 'two.txt' } }));
    expect((await filesOf(app)).length).toBe(before.length + 1);
    expect((await api.put(`/api/attachments/${id}`, { link: LINK })).body).toMatchObject({
      external: true,
      extension: '',
    });
    expect(await filesOf(app)).toEqual(before);
  });

  it('moves the attachment to another page and keeps its order number', async () => {
    await linked();
    const id = idOf(await withFile('a.txt'));
    const target = (await app.given.page()).id;
    expect((await api.put(`/api/attachments/${id}`, { uploaded_to: target })).body).toMatchObject({
      uploaded_to: target,
      order: 2,
    });
  });

  it('returns all validation errors at once, including the error of the page', async () => {
    const id = idOf(await linked());
    const { status, body } = await api.put(`/api/attachments/${id}`, {
      name: 'n'.repeat(256),
      link: 'data:x',
      uploaded_to: 999_999,
    });
    expect({ status, body }).toEqual({
      status: 422,
      body: refused({
        name: ['The name may not be greater than 255 characters.'],
        link: ['The provided link may not be safe.'],
        uploaded_to: ['The selected uploaded to is invalid.'],
      }),
    });
  });

  it('records the last editor in updated_by', async () => {
    const id = idOf(await linked());
    const other = await app.given.editor();
    const { body } = await app.api.as(other).put(`/api/attachments/${id}`, { name: 'x' });
    expect(body).toMatchObject({ created_by: editor.id, updated_by: other.id });
  });
});

describe('DELETE /api/attachments/{id}', () => {
  it('removes the record and the file', async () => {
    const before = await filesOf(app);
    const id = idOf(await withFile('a.txt'));
    const { status, text } = await api.delete(`/api/attachments/${id}`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect((await api.get(`/api/attachments/${id}`)).body).toEqual(MISSING);
    expect(await filesOf(app)).toEqual(before);
  });
});

describe('GET /api/attachments', () => {
  const list = async (query: string, caller = api) =>
    (await caller.get(`/api/attachments?filter[uploaded_to]=${pageId}&${query}`)).body;

  it('filters by the documented fields and sorts by name', async () => {
    await linked({ name: 'Zebra' });
    await withFile('b.TXT');
    expect(each(await list('sort=-name'), 'name')).toEqual(['Zebra', 'A file']);
    expect(each(await list('filter[external]=1'), 'name')).toEqual(['Zebra']);
    expect(each(await list('filter[extension]=txt'), 'name')).toEqual(['A file']);
    expect(each(await list('filter[order:gt]=1'), 'name')).toEqual(['A file']);
    expect(await list(`filter[created_by]=${editor.id}&filter[updated_by]=${editor.id}&count=1`)).toMatchObject({
      total: 2,
    });
  });

  it('excludes attachments of hidden pages, deleted pages and drafts of others', async () => {
    const id = idOf(await linked());
    expect(await list('', app.api.as(await app.given.user()))).toEqual({ data: [], total: 0 });
    await app.database.query('UPDATE pages SET draft = true WHERE id = $1', [pageId]);
    expect(await list('')).toEqual({ data: [], total: 0 });
    expect((await api.get(`/api/attachments/${id}`)).status).toBe(404);
    await app.database.query('UPDATE pages SET draft = false, deleted_at = now() WHERE id = $1', [pageId]);
    expect(await list('')).toEqual({ data: [], total: 0 });
  });
});

describe('access to attachments', () => {
  const AUTHOR = [
    'page-view-all',
    'page-update-own',
    'attachment-create-all',
    'attachment-update-own',
    'attachment-delete-own',
  ];

  it('lets viewers read and rejects their changes with 403 before input validation', async () => {
    const id = idOf(await linked());
    const viewer = app.api.as(await app.given.viewer());
    expect((await viewer.get(`/api/attachments/${id}`)).status).toBe(200);
    expect(await viewer.post('/api/attachments', {})).toMatchObject({ status: 403, body: FORBIDDEN });
    expect(await viewer.put(`/api/attachments/${id}`, { name: 'x' })).toMatchObject({ status: 403, body: FORBIDDEN });
    expect(await viewer.delete(`/api/attachments/${id}`)).toMatchObject({ status: 403, body: FORBIDDEN });
  });

  it('returns 404 to callers who cannot see the page, despite their attachment permissions', async () => {
    const id = idOf(await withFile('a.txt'));
    const blind = app.api.as(
      await app.given.user({
        permissions: ['attachment-create-all', 'attachment-update-all', 'attachment-delete-all'],
      }),
    );
    for (const answer of [
      await blind.get(`/api/attachments/${id}`),
      await blind.put(`/api/attachments/${id}`, { name: 'x' }),
      await blind.delete(`/api/attachments/${id}`),
      await blind.get(`/attachments/${id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: MISSING });
    const created = await blind.post('/api/attachments', { name: 'x', uploaded_to: pageId, link: LINK });
    expect(created).toMatchObject({ status: 404, body: problem(404, 'Page not found') });
  });

  it("limits own-permissions to the caller's attachments on pages that the caller can update", async () => {
    const author = await app.given.user({ permissions: AUTHOR });
    const caller = app.api.as(author);
    const own = await app.given.page({ ownedBy: author.id });
    const mine = idOf((await caller.post('/api/attachments', { name: 'x', uploaded_to: own.id, link: LINK })).body);
    expect((await caller.put(`/api/attachments/${mine}`, { name: 'y' })).status).toBe(200);
    const others = idOf((await api.post('/api/attachments', { name: 'x', uploaded_to: own.id, link: LINK })).body);
    expect((await caller.put(`/api/attachments/${others}`, { name: 'y' })).status).toBe(403);
    expect((await caller.delete(`/api/attachments/${others}`)).status).toBe(403);
    expect((await caller.post('/api/attachments', { name: 'x', uploaded_to: pageId, link: LINK })).status).toBe(403);
    expect((await caller.delete(`/api/attachments/${mine}`)).status).toBe(204);
  });

  it('requires update permission on both pages and a visible target to move an attachment', async () => {
    const author = await app.given.user({ permissions: AUTHOR });
    const caller = app.api.as(author);
    const own = await app.given.page({ ownedBy: author.id });
    const mine = idOf((await caller.post('/api/attachments', { name: 'x', uploaded_to: own.id, link: LINK })).body);
    expect((await caller.put(`/api/attachments/${mine}`, { uploaded_to: pageId })).status).toBe(403);
    await app.database.query('UPDATE attachments SET page_id = $1 WHERE id = $2', [pageId, mine]);
    expect((await caller.put(`/api/attachments/${mine}`, { uploaded_to: own.id })).status).toBe(403);
    await app.database.query('UPDATE attachments SET page_id = $1 WHERE id = $2', [own.id, mine]);
    await app.database.query('UPDATE pages SET deleted_at = now() WHERE id = $1', [pageId]);
    const hidden = await caller.put(`/api/attachments/${mine}`, { uploaded_to: pageId });
    expect(hidden).toMatchObject({ status: 404, body: problem(404, 'Page not found') });
  });
});
