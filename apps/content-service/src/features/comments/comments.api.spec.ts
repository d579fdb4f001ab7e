import { selectSnakeColumns, sql } from '@almanac/database';
import type { TestApi } from '@almanac/testing';
import { Activity } from '../../content/activity/activity.entity';
import { each, idOf, member, numberAt, problem, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

const VIEW = ['book-view-all', 'chapter-view-all', 'page-view-all'];
const OWN = [...VIEW, 'comment-create-all', 'comment-update-own', 'comment-delete-own'];
const DENIED = { status: 403, body: problem(403, 'You do not have permission to perform the requested action.') };
const MISSING = { status: 404, body: problem(404, 'Comment not found') };

let app: ContentApp;
let moderator: Person;
let author: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  moderator = await app.given.user({
    permissions: [...VIEW, 'comment-create-all', 'comment-update-all', 'comment-delete-all'],
  });
  author = await app.given.user({ permissions: OWN });
  api = app.api.as(moderator);
});
afterAll(() => app.close());

const summary = ({ id, name, slug }: Person) => ({ id, name, slug });
const add = async (page_id: number, more: object = {}, as = api) =>
  (await as.post('/api/comments', { page_id, html: '<p>Text</p>', ...more })).body;
const htmlOf = async (id: number) => member((await api.get(`/api/comments/${id}`)).body, 'html');
const audit = () =>
  app.database.query(
    sql`SELECT ${selectSnakeColumns(Activity, 'activity', 'type', 'detail', 'loggableType', 'loggableId')} FROM activities activity WHERE type LIKE '%comment%' ORDER BY id`,
  );
const times = { created_at: expect.stringMatching(/\.\d{6}Z$/), updated_at: expect.stringMatching(/\.\d{6}Z$/) };

describe('POST /api/comments', () => {
  it('creates a comment and returns user ids, without the text', async () => {
    const { id } = await app.given.page();
    const { status, body } = await api.post('/api/comments', {
      page_id: id,
      html: '<p>A</p>',
      content_ref: 'bkmrk-text:12:0-4',
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...{
          id: idOf(body),
          commentable_id: id,
          commentable_type: 'page',
          parent_id: null,
          local_id: 1,
          content_ref: 'bkmrk-text:12:0-4',
        },
        ...{ created_by: moderator.id, updated_by: moderator.id, ...times, archived: false },
      },
    });
  });

  it('numbers the comments of each page separately', async () => {
    const [one, two] = [await app.given.page(), await app.given.page()];
    const numbers = [await add(one.id), await add(one.id), await add(two.id), await add(one.id)];
    expect(numbers.map((body) => member(body, 'local_id'))).toEqual([1, 2, 1, 3]);
  });

  it('resolves reply_to as a local id on the same page and ignores unknown ids', async () => {
    const [page, other] = [await app.given.page(), await app.given.page()];
    await add(other.id);
    await add(other.id);
    await add(page.id);
    for (const [reply_to, parent_id] of [
      [1, 1],
      ['1', 1],
      [2, 2],
      [99, null],
      [null, null],
      [0, null],
      [99_999_999_999, null],
    ])
      expect(await add(page.id, { reply_to })).toMatchObject({ parent_id });
    const id = idOf(await add(page.id, { reply_to: 1 }));
    expect((await api.get(`/api/comments/${id}`)).body).toMatchObject({ parent_id: 1, replies: [] });
  });

  it('keeps simple formatting and drops everything else', async () => {
    const { id } = await app.given.page();
    for (const [given, shown] of [
      ['<p onclick="x()">a<script>b</script></p>loose<div>div</div>', '<p>a</p>'],
      ['<h1>Big</h1><ul><li>a</li></ul><blockquote>q</blockquote>', '<ul><li>a</li></ul>'],
      ['plain', '<p>plain</p>'],
      [
        '<p><a href="javascript:x()">bad</a><a href="https://example.com">good</a></p>',
        '<p><a href="https://example.com">good</a></p>',
      ],
    ])
      expect(await htmlOf(idOf(await add(id, { html: given })))).toBe(shown);
  });

  it('rejects missing fields and fields of the wrong type with 422', async () => {
    expect((await api.post('/api/comments', {})).body).toEqual(
      refused({ page_id: ['The page id field is required.'], html: ['The html field is required.'] }),
    );
    expect((await api.post('/api/comments', { page_id: 'x', html: 5, reply_to: 'y', content_ref: 7 })).body).toEqual(
      refused({
        page_id: ['The page id must be an integer.'],
        reply_to: ['The reply to must be an integer.'],
        html: ['The html must be a string.'],
        content_ref: ['The content ref must be a string.'],
      }),
    );
  });

  it('returns 403 before validating fields, and 404 for missing or hidden pages', async () => {
    expect(await app.api.as(await app.given.viewer()).post('/api/comments', {})).toMatchObject(DENIED);
    const hidden = { status: 404, body: problem(404, 'Page not found') };
    expect(await api.post('/api/comments', { page_id: 999_999, html: '<p>x</p>' })).toMatchObject(hidden);
    const blind = app.api.as(await app.given.user({ permissions: ['comment-create-all'] }));
    expect(await blind.post('/api/comments', { page_id: (await app.given.page()).id, html: '<p>x</p>' })).toMatchObject(
      hidden,
    );
  });

  it('returns 400 for a draft', async () => {
    const draft = await app.given.page({ draft: true, ownedBy: moderator.id });
    const { status, body } = await api.post('/api/comments', { page_id: draft.id, html: '<p>x</p>' });
    expect({ status, body }).toEqual({ status: 400, body: problem(400, 'You cannot add comments to a draft.') });
  });
});

describe('GET /api/comments', () => {
  it('returns comments without their texts and applies filters and sorts', async () => {
    const { id } = await app.given.page();
    const first = await add(id);
    const reply = await add(id, { reply_to: 1 }, app.api.as(author));
    const list = async (query: string) => (await api.get(`/api/comments?filter[commentable_id]=${id}${query}`)).body;
    const { archived, ...listed } = Object(first);
    expect(archived).toBe(false);
    expect(await list('&count=1')).toEqual({ data: [listed], total: 2 });
    expect(each(await list('&filter[parent_id]=1'), 'id')).toEqual([idOf(reply)]);
    expect(each(await list(`&filter[created_by]=${author.id}&filter[commentable_type]=page`), 'id')).toEqual([
      idOf(reply),
    ]);
    expect(each(await list('&filter[commentable_type]=book'), 'id')).toEqual([]);
    expect(each(await list('&sort=-local_id'), 'local_id')).toEqual([2, 1]);
  });

  it('returns and counts only comments on visible published pages', async () => {
    const [page, hidden, binned, draft] = [
      await app.given.page(),
      await app.given.page(),
      await app.given.page(),
      await app.given.page(),
    ];
    const owner = await app.given.user({ permissions: ['page-view-own', 'page-delete-own'] });
    const reader = app.api.as(owner);
    for (const { id } of [page, hidden, binned, draft]) await add(id);
    await app.database.query('UPDATE pages SET owned_by = $1 WHERE id = ANY($2)', [
      owner.id,
      [page.id, binned.id, draft.id],
    ]);
    await app.database.query('UPDATE pages SET draft = true WHERE id = $1', [draft.id]);
    expect((await reader.delete(`/api/pages/${binned.id}`)).status).toBe(204);
    const { body } = await reader.get('/api/comments');
    expect({ pages: each(body, 'commentable_id'), total: member(body, 'total') }).toEqual({
      pages: [page.id],
      total: 1,
    });
  });
});

describe('GET /api/comments/{id}', () => {
  it('returns users as objects and direct replies with user ids', async () => {
    const { id } = await app.given.page();
    const first = idOf(await add(id));
    const reply = await add(id, { reply_to: 1, html: '<p>Yes</p>' }, app.api.as(author));
    await add(id, { reply_to: 2 });
    const { body } = await api.get(`/api/comments/${first}`);
    expect(body).toEqual({
      ...{
        id: first,
        commentable_id: id,
        commentable_type: 'page',
        html: '<p>Text</p>',
        parent_id: null,
        local_id: 1,
        content_ref: '',
      },
      ...{ archived: false, created_by: summary(moderator), updated_by: summary(moderator), ...times },
      replies: [{ ...Object(reply), html: '<p>Yes</p>', ...times }],
    });
  });

  it('returns 404 for comments on hidden or deleted pages', async () => {
    const page = await app.given.page();
    const id = idOf(await add(page.id));
    const blind = app.api.as(await app.given.user({ permissions: ['comment-update-all', 'comment-delete-all'] }));
    for (const answer of [
      await blind.get(`/api/comments/${id}`),
      await blind.put(`/api/comments/${id}`, { archived: 5 }),
      await blind.delete(`/api/comments/${id}`),
    ])
      expect(answer).toMatchObject(MISSING);
    await app.database.query('UPDATE pages SET deleted_at = now() WHERE id = $1', [page.id]);
    expect(await api.get(`/api/comments/${id}`)).toMatchObject(MISSING);
  });
});

describe('PUT /api/comments/{id}', () => {
  it('changes the text and records the editor in updated_by', async () => {
    const { id: page } = await app.given.page();
    const made = await add(page, {}, app.api.as(author));
    const id = idOf(made);
    const { status, body } = await api.put(`/api/comments/${id}`, { html: '<p>Edited</p><h2>gone</h2>' });
    expect({ status, body }).toEqual({ status: 200, body: { ...Object(made), updated_by: moderator.id, ...times } });
    expect(await htmlOf(id)).toBe('<p>Edited</p>');
    await api.put(`/api/comments/${id}`, { html: '' });
    expect(await htmlOf(id)).toBe('');
  });

  it('archives and restores whole threads, and rejects replies with 400', async () => {
    const { id: page } = await app.given.page();
    const [top, reply] = [idOf(await add(page)), idOf(await add(page, { reply_to: 1 }))];
    const trees = async () => {
      const { body } = await api.get(`/api/pages/${page}`);
      return [each(body, 'comment.id', 'comments.active'), each(body, 'comment.id', 'comments.archived')];
    };
    expect((await api.put(`/api/comments/${top}`, { archived: '1', html: '<p>both</p>' })).body).toMatchObject({
      archived: true,
    });
    expect([await trees(), await htmlOf(top)]).toEqual([[[], [top]], '<p>both</p>']);
    expect((await api.put(`/api/comments/${top}`, { archived: false })).body).toMatchObject({ archived: false });
    expect(await trees()).toEqual([[top], []]);
    for (const [archived, word] of [
      [true, 'archived'],
      [false, 'un-archived'],
    ])
      expect(await api.put(`/api/comments/${reply}`, { archived, html: '<p>lost</p>' })).toMatchObject({
        status: 400,
        body: problem(400, `Only top-level comments can be ${String(word)}.`),
      });
    expect(await htmlOf(reply)).toBe('<p>Text</p>');
  });

  it('changes nothing for an empty body', async () => {
    const { id: page } = await app.given.page();
    const made = await add(page);
    const before = (await audit()).length;
    expect((await api.put(`/api/comments/${idOf(made)}`, {})).body).toEqual(made);
    expect(await audit()).toHaveLength(before);
  });

  it('checks the permission before it validates the fields', async () => {
    const { id: page } = await app.given.page();
    const [mine, theirs] = [idOf(await add(page, {}, app.api.as(author))), idOf(await add(page))];
    const wrong = { archived: 'maybe', html: 7 };
    expect(await app.api.as(author).put(`/api/comments/${theirs}`, wrong)).toMatchObject(DENIED);
    expect((await app.api.as(author).put(`/api/comments/${mine}`, wrong)).body).toEqual(
      refused({ html: ['The html must be a string.'], archived: ['The archived field must be true or false.'] }),
    );
    expect((await app.api.as(author).put(`/api/comments/${mine}`, { html: '<p>x</p>' })).status).toBe(200);
    expect(await app.api.as(await app.given.viewer()).put(`/api/comments/${mine}`, {})).toMatchObject(DENIED);
  });
});

describe('DELETE /api/comments/{id}', () => {
  it('keeps the replies at the top level with their old parent_id', async () => {
    const { id: page } = await app.given.page();
    const [top, reply] = [idOf(await add(page)), idOf(await add(page, { reply_to: 1 }))];
    expect(await api.delete(`/api/comments/${top}`)).toMatchObject({ status: 204, text: '' });
    expect(await api.get(`/api/comments/${top}`)).toMatchObject(MISSING);
    expect((await api.get(`/api/comments/${reply}`)).body).toMatchObject({ parent_id: 1 });
    const { body } = await api.get(`/api/pages/${page}`);
    expect(member(body, 'comments.active.0')).toMatchObject({ depth: 0, comment: { id: reply, parent_id: 1 } });
  });

  it('requires the delete permission for all comments or for own comments', async () => {
    const { id: page } = await app.given.page();
    const [mine, theirs] = [idOf(await add(page, {}, app.api.as(author))), idOf(await add(page))];
    expect(await app.api.as(author).delete(`/api/comments/${theirs}`)).toMatchObject(DENIED);
    expect((await app.api.as(author).delete(`/api/comments/${mine}`)).status).toBe(204);
  });
});

it('the audit log records comment changes and commented pages', async () => {
  const page = await app.given.page({ name: 'Talked about' });
  const before = (await audit()).length;
  const made = await add(page.id);
  await api.put(`/api/comments/${idOf(made)}`, { html: '<p>x</p>', archived: true });
  await api.delete(`/api/comments/${idOf(made)}`);
  const detail = `Comment #${numberAt(made, 'local_id')} (ID: ${idOf(made)}) for page (ID: ${page.id})`;
  const none = { loggable_type: null, loggable_id: null };
  expect((await audit()).slice(before)).toEqual([
    { type: 'comment_create', detail, ...none },
    { type: 'commented_on', detail: `(${page.id}) Talked about`, loggable_type: 'page', loggable_id: page.id },
    { type: 'comment_update', detail, ...none },
    { type: 'comment_delete', detail, ...none },
  ]);
});

it('a page returns no comments while comments are disabled', async () => {
  const { id } = await app.given.page();
  await add(id);
  await app.database.query(`INSERT INTO settings (name, value) VALUES ('app-disable-comments', 'true')`);
  expect(member((await api.get(`/api/pages/${id}`)).body, 'comments')).toEqual({ active: [], archived: [] });
  await app.database.query(`DELETE FROM settings WHERE name = 'app-disable-comments'`);
  expect(each((await api.get(`/api/pages/${id}`)).body, 'depth', 'comments.active')).toEqual([0]);
});
