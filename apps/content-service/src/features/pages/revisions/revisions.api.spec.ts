import type { TestApi } from '@almanac/testing';
import { ALL_PERMISSIONS } from '../../../content/access/permission-names';
import { idOf, member } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';

let app: ContentApp;
let editor: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent({ REVISION_LIMIT: '5' });
  editor = await app.given.user({
    permissions: ALL_PERMISSIONS.filter((name) => /^(book|page|comment|revision)-/.test(name)),
  });
  api = app.api.as(editor);
});
afterAll(() => app.close());

/** A page saved once with each of these bodies, and the ids of its revisions from the oldest. */
async function saved(first: object, ...later: object[]) {
  const { id: bookId } = await app.given.book();
  const page = idOf(
    (await api.post('/api/pages', { book_id: bookId, name: 'Start', html: '<p>zero</p>', ...first })).body,
  );
  const statuses: number[] = [];
  for (const body of later) statuses.push((await api.put(`/api/pages/${page}`, body)).status);
  expect(statuses).toEqual(later.map(() => 200));
  const path = `/api/pages/${page}/revisions`;
  const data = member((await api.get(path)).body, 'data');
  const ids = Array.isArray(data) ? data.map(idOf) : [];
  return { page, path, bookId, ids, of: (index: number, rest = '') => `${path}/${ids.at(index)}${rest}` };
}

const auditOf = async (types: string) =>
  app.database.query(`SELECT type, detail, user_id FROM activities WHERE type ~ $1 ORDER BY id DESC LIMIT 2`, [types]);

describe('GET /api/pages/{id}/revisions', () => {
  it('lists revisions with author, time and summary, without content', async () => {
    const { path, page } = await saved({}, { name: 'Second', html: '<p>one</p>', changelog: 'because' }, {});
    const { status, body } = await api.get(path);
    expect({ status, body }).toMatchObject({ status: 200, body: { total: 2 } });
    expect(member(body, 'data.1')).toEqual({
      id: expect.any(Number),
      page_id: page,
      revision_number: 2,
      type: 'version',
      name: 'Second',
      slug: 'second',
      book_slug: expect.stringMatching(/^book-/),
      summary: 'because',
      created_by: { id: editor.id, name: editor.name, slug: editor.slug },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(body).toMatchObject({ data: [{ revision_number: 1, summary: 'Initial publish' }, {}] });
  });

  it('supports count, offset, sort and filters', async () => {
    const { path } = await saved(
      {},
      { html: '<p>1</p>', changelog: 'Größe' },
      { html: '<p>2</p>' },
      { html: '<p>3</p>' },
    );
    const numbers = async (query: string) => {
      const { body } = await api.get(`${path}?${query}`);
      const data = member(body, 'data');
      return {
        numbers: Array.isArray(data) ? data.map((row) => member(row, 'revision_number')) : [],
        total: member(body, 'total'),
      };
    };
    expect(await numbers('sort=-revision_number&count=2&offset=1')).toEqual({ numbers: [3, 2], total: 4 });
    expect(await numbers('filter[summary:like]=%25grosse%25')).toEqual({ numbers: [2], total: 1 });
    expect(await numbers('filter[revision_number:gte]=3&sort=id')).toEqual({ numbers: [3, 4], total: 2 });
    expect(await numbers(`filter[created_by:ne]=${editor.id}`)).toEqual({ numbers: [], total: 0 });
  });

  it('keeps the newest revisions up to REVISION_LIMIT and removes at most ten per save', async () => {
    const { page, path } = await saved({}, ...[1, 2, 3, 4, 5, 6].map((n) => ({ html: `<p>${n}</p>` })));
    expect(await api.get(path)).toMatchObject({
      body: { total: 5, data: [{ revision_number: 3 }, {}, {}, {}, { revision_number: 7 }] },
    });

    const many = `INSERT INTO page_revisions (page_id, revision_number, name, slug, book_slug, html)
      SELECT $1, -n, 'x', 'x', 'x', '' FROM generate_series(1, 14) n`;
    await app.database.query(many, [page]);
    await api.put(`/api/pages/${page}`, { html: '<p>7</p>' });
    expect(await api.get(path)).toMatchObject({ body: { total: 10 } });
  });

  it('returns 404 for drafts and unknown pages', async () => {
    const draft = await app.given.page({ draft: true, ownedBy: editor.id });
    for (const path of [`/api/pages/${draft.id}/revisions`, '/api/pages/999999/revisions'])
      expect(await api.get(path)).toMatchObject({ status: 404, body: { error: { message: 'Page not found' } } });
  });
});

describe('GET /api/pages/{id}/revisions/{revisionId}', () => {
  it('returns the old content, both sanitized and as stored', async () => {
    const { of } = await saved({ markdown: '# One\n\n<script>x</script>' }, { html: '<p>Two</p>' });
    expect((await api.get(of(0))).body).toMatchObject({
      revision_number: 1,
      created_by: { id: editor.id },
      html: expect.stringMatching(/^<h1 id="bkmrk-one">One<\/h1>\s*$/),
      raw_html: expect.stringContaining('>x</script>'),
      markdown: '# One\n\n<script>x</script>',
      text: expect.stringContaining('One'),
    });
  });

  it('shows the content of included pages that the caller can see', async () => {
    const included = await app.given.page({ html: '<p id="bkmrk-x">included</p>' });
    const { of } = await saved({ html: `<p>{{@${included.id}#bkmrk-x}}</p>` });
    expect((await api.get(of(0))).body).toMatchObject({ html: expect.stringContaining('included') });
  });

  it('returns 404 for a revision of another page', async () => {
    const [one, other] = [await saved({}), await saved({})];
    for (const path of [`${one.path}/${other.ids[0]}`, `${one.path}/x`, `${one.path}/${other.ids[0]}/diff`])
      expect(await api.get(path)).toMatchObject({ status: 404, body: { error: { message: 'Revision not found' } } });
  });
});

describe('GET /api/pages/{id}/revisions/{revisionId}/diff', () => {
  it('compares with the previous revision, a chosen revision or nothing', async () => {
    const { ids, of } = await saved({ html: '<p>a b</p>' }, { html: '<p>a c</p>' }, { html: '<p>a d</p>' });
    const diff = async (index: number, query = '') => (await api.get(of(index, `/diff${query}`))).body;
    expect(await diff(2)).toMatchObject({
      revision: { id: ids[2], summary: null },
      against: { id: ids[1] },
      html: '<p id="bkmrk-a-d">a <del>c</del><ins>d</ins></p>',
    });
    expect(await diff(2, `?against=${ids[0]}`)).toMatchObject({
      against: { id: ids[0] },
      html: expect.stringContaining('<del>b</del>'),
    });
    expect(await diff(0)).toMatchObject({ against: null, html: '<p id="bkmrk-a-b"><ins>a b</ins></p>' });
  });

  it('returns no active content', async () => {
    const { of } = await saved(
      { html: '<p>a</p><script>alert(1)</script>' },
      { html: '<p onclick="x()">b<img src="data:x" onerror="x()"></p><a href="javascript:x()">c</a>' },
    );
    for (const index of [0, 1])
      expect(member((await api.get(of(index, '/diff'))).body, 'html')).not.toMatch(/script|onclick|onerror|data:/);
  });

  it('returns 404 for a revision of another page and 422 for a malformed id', async () => {
    const [one, other] = [await saved({}), await saved({})];
    expect((await api.get(one.of(0, `/diff?against=${other.ids[0]}`))).status).toBe(404);
    expect((await api.get(one.of(0, '/diff?against=x'))).status).toBe(422);
  });
});

describe('POST /api/pages/{id}/revisions/{revisionId}/restore', () => {
  it('restores name and content, adds a revision and writes two audit log entries', async () => {
    const { page, path, ids, of } = await saved(
      { name: 'Old name', markdown: 'old **word**' },
      { name: 'New name', html: '<p>fresh</p>' },
    );
    const answer = await api.post(of(0, '/restore'));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: page,
        name: 'Old name',
        slug: 'old-name',
        markdown: 'old **word**',
        revision_count: 3,
        updated_by: { id: editor.id },
      },
    });
    expect(member(answer.body, 'raw_html')).toBe(member((await api.get(of(0))).body, 'raw_html'));
    expect((await api.get(`${path}?sort=-id&count=1`)).body).toMatchObject({
      total: 3,
      data: [{ revision_number: 3, name: 'Old name', summary: `Restored from #${ids[0]}; Initial publish` }],
    });
    expect(await auditOf('restore$')).toEqual([
      { type: 'revision_restore', detail: `Revision #1 (ID: ${ids[0]}) for page ID ${page}`, user_id: editor.id },
      { type: 'page_restore', detail: `(${page}) Old name`, user_id: editor.id },
    ]);
    expect((await api.get('/api/search?query=old%20word')).body).toMatchObject({ data: [{ id: page }] });
    expect((await api.get('/api/search?query=fresh')).body).toMatchObject({ total: 0 });
    const history = await app.database.query('SELECT slug FROM slug_history WHERE page_id = $1 ORDER BY id', [page]);
    expect(history).toEqual([{ slug: 'old-name' }, { slug: 'new-name' }]);
  });

  it('gives the page another slug when its old slug is taken', async () => {
    const { bookId, of } = await saved({ name: 'Taken' }, { name: 'Other' });
    await api.post('/api/pages', { book_id: bookId, name: 'Taken', html: '<p>x</p>' });
    expect((await api.post(of(0, '/restore'))).body).toMatchObject({
      name: 'Taken',
      slug: expect.stringMatching(/^taken-\w{3}$/),
    });
  });

  it('adds a revision even without changes and limits the length of its summary', async () => {
    const { path, of } = await saved({ changelog: 'é'.repeat(180) });
    let restored = of(0);
    for (let times = 0; times < 4; times += 1) {
      expect((await api.post(`${restored}/restore`)).status).toBe(200);
      restored = `${path}/${idOf(member((await api.get(`${path}?sort=-id`)).body, 'data.0'))}`;
    }
    expect((await api.get(restored)).body).toMatchObject({
      revision_number: 5,
      summary: expect.stringMatching(/^Restored from #\d+; Restored/),
    });
  });
});

describe('DELETE /api/pages/{id}/revisions/{revisionId}', () => {
  it('removes an old revision and records it in the audit log', async () => {
    const { page, path, ids, of } = await saved({}, { html: '<p>1</p>' });
    expect((await api.delete(of(0))).status).toBe(204);
    expect((await api.get(path)).body).toMatchObject({ total: 1, data: [{ id: ids[1] }] });
    expect(await auditOf('revision_delete')).toEqual([
      { type: 'revision_delete', detail: `Revision #1 (ID: ${ids[0]}) for page ID ${page}`, user_id: editor.id },
    ]);
    expect((await api.delete(of(0))).status).toBe(404);
  });

  it('returns 400 for the newest revision', async () => {
    const { path, of } = await saved({}, { html: '<p>1</p>' });
    expect(await api.delete(of(1))).toMatchObject({
      status: 400,
      body: { error: { message: 'Cannot delete the latest revision.' } },
    });
    expect((await api.get(path)).body).toMatchObject({ total: 2 });
  });
});
