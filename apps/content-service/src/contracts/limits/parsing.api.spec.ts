import { type ContentApp, startContent } from '../../testing/content-app';
import { each, idOf, member, problem, refused } from '../../testing/answers';
import type { TestApi } from '@almanac/testing';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent({ FILE_UPLOAD_SIZE_LIMIT: '1' });
  api = app.api.as(await app.given.editor());
});
afterAll(() => app.close());

const NAME_REQUIRED = refused({ name: ['The name field is required.'] });
const json = () => api.with({ 'content-type': 'application/json' });
const books = async () => Number(member((await api.get('/api/books?count=1')).body, 'total'));

describe('a form', () => {
  it('is read with nested brackets', async () => {
    const form = new URLSearchParams([
      ['name', 'From a form'],
      ['tags[0][name]', 'a'],
      ['tags[0][value]', '1'],
      ['tags[1][name]', 'b'],
    ]);
    const { status, body } = await api.post('/api/books', form);
    expect({ status, tags: member(body, 'tags') }).toEqual({
      status: 200,
      tags: [
        { name: 'a', value: '1', order: 0 },
        { name: 'b', value: '', order: 0 },
      ],
    });
  });

  it('may omit the indexes of list items', async () => {
    const [one, two] = [await app.given.book(), await app.given.book()];
    const form = new URLSearchParams([
      ['name', 'Shelf'],
      ['books[]', String(two.id)],
      ['books[]', String(one.id)],
    ]);
    const shelf = idOf((await api.post('/api/shelves', form)).body);
    expect(each((await api.get(`/api/shelves/${shelf}`)).body, 'id', 'books')).toEqual([two.id, one.id]);
  });

  it('may be multipart', async () => {
    const form = new FormData();
    form.set('name', 'Mehrteilig – ünïcode');
    form.set('tags[0][name]', 'topic');
    const { status, body } = await api.post('/api/books', form);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Mehrteilig – ünïcode', tags: [{ name: 'topic', value: '', order: 0 }] });
  });

  it.each(['urlencoded', 'multipart'])('sent by PUT is read as well (%s)', async (kind) => {
    const { id } = await app.given.book();
    const form = kind === 'multipart' ? new FormData() : new URLSearchParams();
    form.set('name', `Put as ${kind}`);
    expect(await api.put(`/api/books/${id}`, form)).toMatchObject({
      status: 200,
      body: { id, name: `Put as ${kind}` },
    });
  });
});

describe('a method override', () => {
  it.each(['PUT', 'put', 'Put'])('is accepted as _method=%s in the body', async (_method) => {
    const { id } = await app.given.book();
    const form = new URLSearchParams({ _method, name: 'By body' });
    expect(await api.post(`/api/books/${id}`, form)).toMatchObject({ status: 200, body: { id, name: 'By body' } });
  });

  it('is accepted as _method in a JSON body', async () => {
    const { id } = await app.given.book();
    expect((await api.post(`/api/books/${id}`, { _method: 'DELETE' })).status).toBe(204);
  });

  it('is accepted as _method in the query', async () => {
    const { id } = await app.given.book();
    expect((await api.post(`/api/books/${id}?_method=delete`)).status).toBe(204);
    expect((await api.get(`/api/books/${id}`)).status).toBe(404);
  });

  it.each(['PUT', 'put'])('is accepted in the header X-HTTP-Method-Override: %s', async (method) => {
    const { id } = await app.given.book();
    const { body } = await api
      .with({ 'x-http-method-override': method })
      .post(`/api/books/${id}`, new URLSearchParams({ name: 'By header' }));
    expect(body).toMatchObject({ id, name: 'By header' });
  });

  it('is accepted in a multipart form', async () => {
    const { id } = await app.given.book();
    const form = new FormData();
    form.set('_method', 'PUT');
    form.set('name', 'By multipart');
    expect(await api.post(`/api/books/${id}`, form)).toMatchObject({ status: 200, body: { id, name: 'By multipart' } });
  });

  it('is ignored on methods other than POST', async () => {
    const { id } = await app.given.book();
    expect((await api.get(`/api/books/${id}?_method=DELETE`)).status).toBe(200);
    expect((await api.put(`/api/books/${id}`, { _method: 'DELETE' })).status).toBe(200);
    expect((await api.get(`/api/books/${id}`)).status).toBe(200);
  });

  it.each(['GET', 'CONNECT', 'nonsense'])('is ignored when it is %s', async (_method) => {
    expect(await api.post('/api/books', { _method, name: 'Still a post' })).toMatchObject({
      status: 200,
      body: { name: 'Still a post' },
    });
  });
});

describe('input', () => {
  it('loses the white space around all texts, at any depth', async () => {
    const { body } = await api.post('/api/books', {
      name: '\n  Trim me\t',
      description: ' both ',
      tags: [{ name: ' t ', value: ' v ' }],
    });
    expect(body).toMatchObject({ name: 'Trim me', description: 'both', tags: [{ name: 't', value: 'v' }] });
  });

  it('of white space alone counts as empty', async () => {
    expect(await api.post('/api/books', { name: ' \t ' })).toMatchObject({ status: 422, body: NAME_REQUIRED });
  });

  it('is merged from query and body, and the body takes precedence', async () => {
    const { body } = await api.post('/api/books?name=query&description=asked', { name: 'body' });
    expect(body).toMatchObject({ name: 'body', description: 'asked' });
  });

  it('in unknown or read-only fields is ignored', async () => {
    const { status, body } = await api.post('/api/books', {
      name: 'Extra',
      id: 777,
      slug: 'mine',
      created_by: 1,
      owned_by: 1,
      unknown: {},
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ slug: 'extra' });
    expect(member(body, 'id')).not.toBe(777);
    expect(member(body, 'owned_by')).not.toBe(1);
  });

  it.each(['toString', 'valueOf', 'toJSON', 'length'])(
    'named %s is rejected with 422 in the place of an id',
    async (key) => {
      for (const field of ['book_id', 'chapter_id']) {
        const { status } = await api.post('/api/pages', { name: 'Page', [field]: { toString: 1, [key]: 1 } });
        expect({ field, status }).toEqual({ field, status: 422 });
      }
    },
  );

  describe.each(['__proto__', 'constructor', 'prototype'])('named %s', (key) => {
    it('is ignored and pollutes no prototype', async () => {
      const text = `{"name":"Polluted","${key}":{"isAdmin":true},"tags":[{"name":"x","${key}":{"y":1}}]}`;
      expect((await json().post('/api/books', text)).status).toBe(200);
      expect(Reflect.has({}, 'isAdmin')).toBe(false);
    });

    it('is rejected with 422 in the place of a text', async () => {
      const form = new FormData();
      form.set(`name[${key}]`, '1');
      form.set(`tags[0][name][${key}]`, '1');
      form.set(key, new Blob(['x']), 'x.png');
      const bodies = [
        `{"name":{"${key}":1}}`,
        `{"name":{"a":[{"${key}":1}]},"password":{"${key}":1}}`,
        `[{"${key}":1}]`,
      ];
      const answers = [
        ...(await Promise.all(bodies.map((text) => json().post('/api/books', text)))),
        await api.post('/api/books', form),
        await api.post('/api/books', new URLSearchParams({ [`name[${key}]`]: '1' })),
        await api.post(`/api/books?name[${key}]=1`),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
    });
  });

  it('keeps accents, emoji, HTML, quotes and backslashes', async () => {
    const name = 'Žluťoučký 書籍 😀 <b>&amp; "quotes" \\ %';
    const { id } = { id: idOf((await api.post('/api/books', { name })).body) };
    expect((await api.get(`/api/books/${id}`)).body).toMatchObject({ name });
  });
});

describe('a character that the database cannot store', () => {
  it.each(['name', 'description', 'description_html'])('is removed from a %s', async (field) => {
    const { status, body } = await api.post('/api/books', { name: 'Nothing', [field]: 'be\u0000fore' });
    expect({ status, text: member(body, field) }).toEqual({
      status: 200,
      text: field === 'description_html' ? '<p></p>' : 'before',
    });
  });

  it('is removed from tags, pages and queries', async () => {
    const { id } = await app.given.book();
    const page = {
      name: 'a\u0000b',
      html: '<p>c\u0000d</p>',
      book_id: id,
      tags: [{ name: 'e\u0000f', value: '\u0000' }],
      changelog: 'g\u0000h',
    };
    expect(await api.post('/api/pages', page)).toMatchObject({
      status: 200,
      body: { name: 'ab', tags: [{ name: 'ef', value: '' }] },
    });
    expect((await api.get('/api/tags/values-for-name?name=e%00f')).body).toMatchObject({ total: 1 });
  });

  it('is accepted as a lone surrogate', async () => {
    expect((await json().post('/api/books', '{"name":"half \\ud800 pair"}')).status).toBe(200);
  });
});

describe('a body that is', () => {
  it.each(['{"name": ', '{name: "x"}', "{'name':'x'}", 'nonsense', '{"name":"a"}{"name":"b"}'])(
    'malformed JSON (%s) is refused with 400, and nothing is created',
    async (text) => {
      const before = await books();
      const { status, body } = await json().post('/api/books', text);
      expect({ status, body }).toEqual({ status: 400, body: problem(400, 'Invalid JSON body passed.') });
      expect(await books()).toBe(before);
    },
  );

  it.each(['[]', '[{"name":"x"}]', '', '{}'])('%j counts as empty input', async (text) => {
    expect(await json().post('/api/books', text)).toMatchObject({ status: 422, body: NAME_REQUIRED });
  });

  it.each(['"text"', '7', 'true', 'null'])('%s instead of an object is refused', async (text) => {
    const { status } = await json().post('/api/books', text);
    expect([400, 422]).toContain(status);
  });

  it.each(['text/plain', 'application/xml', 'text/calendar', 'nonsense'])(
    'of the type %s is refused with 415',
    async (type) => {
      const readable = 'application/json, application/x-www-form-urlencoded or multipart/form-data';
      const message = `A request body of the type ${type} is not supported. Use ${readable}.`;
      const { status, body } = await api.with({ 'content-type': type }).post('/api/books', '{"name":"x"}');
      expect({ status, body }).toEqual({ status: 415, body: problem(415, message) });
    },
  );

  it('empty and of another content type counts as empty input', async () => {
    expect(await api.with({ 'content-type': 'text/plain' }).post('/api/books', '')).toMatchObject({
      status: 422,
      body: NAME_REQUIRED,
    });
    const { id } = await app.given.book();
    expect((await api.with({ 'content-type': 'text/plain' }).delete(`/api/books/${id}`, '')).status).toBe(204);
  });

  it('in an unsupported charset is refused with 415, and ISO-8859-1 is accepted', async () => {
    const typed = (type: string) => api.with({ 'content-type': type });
    expect((await typed('application/json; charset=koi8-r').post('/api/books', '{"name":"x"}')).status).toBe(415);
    const latin1 = 'application/x-www-form-urlencoded; charset=ISO-8859-1';
    expect(await typed(latin1).post('/api/books', 'name=%E9t%E9+100%25')).toMatchObject({
      status: 200,
      body: { name: 'été 100%' },
    });
  });

  it('JSON with a charset or of a +json type is read', async () => {
    for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json']) {
      expect((await api.with({ 'content-type': type }).post('/api/books', '{"name":"Typed"}')).status).toBe(200);
    }
  });

  it('a broken multipart form is refused with 400', async () => {
    const broken = api.with({ 'content-type': 'multipart/form-data; boundary=x' });
    expect(
      (await broken.post('/api/books', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nunfinished')).status,
    ).toBe(400);
  });

  it('a multipart form without a boundary is refused with 400', async () => {
    expect((await api.with({ 'content-type': 'multipart/form-data' }).post('/api/books', 'x')).status).toBe(400);
  });

  it('larger than the limit is refused with 413', async () => {
    const { status, body } = await api.post('/api/books', { name: 'x', unknown: 'y'.repeat(2_200_000) });
    expect({ status, body }).toEqual({
      status: 413,
      body: problem(
        413,
        'The server cannot receive the provided amount of data. Try again with less data or a smaller file.',
      ),
    });
  });

  it('malformed is refused with 401 for anonymous callers', async () => {
    expect((await app.api.with({ 'content-type': 'application/json' }).post('/api/books', '{')).status).toBe(401);
  });

  it('nested more than 32 levels deep is refused with 400', async () => {
    const deep = (levels: number) => `{"name":"deep","unknown":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect((await json().post('/api/books', deep(20))).status).toBe(200);
    expect(await json().post('/api/books', deep(3_000))).toMatchObject({
      status: 400,
      body: problem(400, 'The request body is nested more than 32 levels deep.'),
    });
  });
});
