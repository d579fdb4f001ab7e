import type { TestApi } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { each, refused } from '../../testing/answers';

let app: ContentApp;
let api: TestApi;
let bookId: number;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.editor());
  bookId = (await app.given.book()).id;
});
afterAll(() => app.close());

type Refusal = [what: string, input: object, fields: Record<string, string[]>];

const long = (length: number) => 'x'.repeat(length);
const text = (field: string) => [`The ${field.replaceAll('_', ' ')} must be a string.`];
const whole = (field: string) => [`The ${field.replaceAll('_', ' ')} must be an integer.`];
const required = (field: string) => [`The ${field.replaceAll('_', ' ')} field is required.`];
const atMost = (field: string, limit: number) => [
  `The ${field.replaceAll('_', ' ')} may not be greater than ${limit} characters.`,
];

/** Rules for the names of all kinds of items, on create and update. */
const NAMES: Refusal[] = [
  ['a name that is a number', { name: 7 }, { name: text('name') }],
  ['a name that is a list', { name: ['a'] }, { name: text('name') }],
  ['a name that is an object', { name: { a: 1 } }, { name: text('name') }],
  ['a name of 256 characters', { name: long(256) }, { name: atMost('name', 255) }],
  ['a name of 256 characters outside the basic plane', { name: '😀'.repeat(256) }, { name: atMost('name', 255) }],
];

const TAGS: Refusal[] = [
  ['tags that are a text', { tags: 'a' }, { tags: ['The tags must be an array.'] }],
  ['tags that are null', { tags: null }, { tags: ['The tags must be an array.'] }],
  [
    'a thousand and one tags',
    { tags: Array.from({ length: 1_001 }, () => ({ name: 'a' })) },
    { tags: ['The tags may not have more than 1000 items.'] },
  ],
  ['a tag that is a list', { tags: [[]] }, { 'tags.0': ['The tags.0 must be an object.'] }],
  ['a tag that is a text', { tags: ['a'] }, { 'tags.0': ['The tags.0 must be an object.'] }],
  ['a tag without a name', { tags: [{ name: 'a' }, { value: 'b' }] }, { 'tags.1.name': required('tags.1.name') }],
  ['a tag whose name is null', { tags: [{ name: null }] }, { 'tags.0.name': required('tags.0.name') }],
  ['a tag whose name is a flag', { tags: [{ name: true }] }, { 'tags.0.name': text('tags.0.name') }],
  [
    'a tag with a name of 256 characters',
    { tags: [{ name: long(256) }] },
    { 'tags.0.name': atMost('tags.0.name', 255) },
  ],
  [
    'a tag with a value of 256 characters',
    { tags: [{ name: 'a', value: long(256) }] },
    { 'tags.0.value': atMost('tags.0.value', 255) },
  ],
  ['a tag whose value is a list', { tags: [{ name: 'a', value: [] }] }, { 'tags.0.value': text('tags.0.value') }],
];

const DESCRIPTIONS: Refusal[] = [
  ['a description that is a list', { description: [] }, { description: text('description') }],
  ['a description that is null', { description: null }, { description: text('description') }],
  ['a description of 1901 characters', { description: long(1901) }, { description: atMost('description', 1900) }],
  ['a description_html that is a number', { description_html: 1 }, { description_html: text('description_html') }],
  [
    'a description_html of 2001 characters',
    { description_html: long(2001) },
    { description_html: atMost('description_html', 2000) },
  ],
];

const PRIORITIES: Refusal[] = [
  ['a priority that is a word', { priority: 'first' }, { priority: whole('priority') }],
  ['a priority that is a fraction', { priority: 1.5 }, { priority: whole('priority') }],
  ['a priority that is null', { priority: null }, { priority: whole('priority') }],
  ['a priority that no column holds', { priority: 3_000_000_000 }, { priority: whole('priority') }],
];

const TEMPLATES: Refusal[] = [
  [
    'a default template that is a word',
    { default_template_id: 'x' },
    { default_template_id: whole('default_template_id') },
  ],
];

const IMAGES: Refusal[] = [
  [
    'an image that is a text',
    { image: 'data:image/png;base64,AAAA' },
    { image: ['The image must be provided as a valid file.'] },
  ],
];

const BOOKS_OF_SHELVES: Refusal[] = [
  ['books that are a text', { books: 'a' }, { books: ['The books must be an array.'] }],
  ['books that are null', { books: null }, { books: ['The books must be an array.'] }],
  ['books that are words', { books: [1, 'a'] }, { 'books.1': ['The books.1 must be an integer.'] }],
];

const CHANGELOGS: Refusal[] = [
  ['a changelog of 181 characters', { changelog: long(181) }, { changelog: atMost('changelog', 180) }],
  ['an empty changelog', { changelog: '' }, { changelog: ['The changelog must be at least 1 characters.'] }],
  ['a changelog that is a number', { changelog: 1 }, { changelog: text('changelog') }],
];

const KINDS = [
  { path: 'shelves', rules: [...NAMES, ...DESCRIPTIONS, ...TAGS, ...IMAGES, ...BOOKS_OF_SHELVES] },
  { path: 'books', rules: [...NAMES, ...DESCRIPTIONS, ...TAGS, ...IMAGES, ...TEMPLATES] },
  { path: 'chapters', rules: [...NAMES, ...DESCRIPTIONS, ...TAGS, ...PRIORITIES, ...TEMPLATES] },
  {
    path: 'pages',
    rules: [
      ...NAMES,
      ...TAGS,
      ...PRIORITIES,
      ...CHANGELOGS,
      ['html of more than two million characters', { html: long(2_000_001) }, { html: atMost('html', 2_000_000) }],
      [
        'markdown of more than two million characters',
        { markdown: long(2_000_001) },
        { markdown: atMost('markdown', 2_000_000) },
      ],
      ['html that is a list', { html: ['<p>'] }, { html: text('html') }],
      ['markdown that is a number', { markdown: 1 }, { markdown: text('markdown') }],
      ['a chapter that is a word', { chapter_id: 'x' }, { chapter_id: whole('chapter_id') }],
      ['a book that is null on update', { book_id: null }, { book_id: whole('book_id') }],
    ] satisfies Refusal[],
  },
];

const valid = (path: string): object =>
  path === 'pages'
    ? { name: 'Valid', html: '<p>x</p>', book_id: bookId }
    : path === 'chapters'
      ? { name: 'Valid', book_id: bookId }
      : { name: 'Valid' };

const itemOf = async (path: string): Promise<{ id: number }> =>
  path === 'shelves'
    ? app.given.shelf()
    : path === 'books'
      ? app.given.book()
      : path === 'chapters'
        ? app.given.chapter()
        : app.given.page();

describe.each(KINDS)('POST /api/$path refuses', ({ path, rules }) => {
  it.each(rules.filter(([what]) => !what.endsWith('on update')))('%s', async (_what, input, fields) => {
    const before = (await api.get(`/api/${path}?count=500`)).body;
    const { status, body } = await api.post(`/api/${path}`, { ...valid(path), ...input });
    expect({ status, body }).toEqual({ status: 422, body: refused(fields) });
    expect(each((await api.get(`/api/${path}?count=500`)).body, 'id')).toEqual(each(before, 'id'));
  });

  it.each(['', null, '   '])('the name %j', async (name) => {
    expect((await api.post(`/api/${path}`, { ...valid(path), name })).body).toEqual(
      refused({ name: required('name') }),
    );
  });
});

describe.each(KINDS)('PUT /api/$path/{id} refuses', ({ path, rules }) => {
  it.each(rules)('%s', async (_what, input, fields) => {
    const { id } = await itemOf(path);
    const before = (await api.get(`/api/${path}/${id}`)).body;
    expect(await api.put(`/api/${path}/${id}`, input)).toMatchObject({ status: 422, body: refused(fields) });
    expect((await api.get(`/api/${path}/${id}`)).body).toEqual(before);
  });

  it('an empty name and the name null', async () => {
    const { id } = await itemOf(path);
    const tooShort = 'The name must be at least 1 characters.';
    expect((await api.put(`/api/${path}/${id}`, { name: '' })).body).toEqual(refused({ name: [tooShort] }));
    expect((await api.put(`/api/${path}/${id}`, { name: null })).body).toEqual(
      refused({ name: [...text('name'), tooShort] }),
    );
  });
});

describe('limits of texts and lists that no column enforces', () => {
  it.each<[string, object, Record<string, string[]>]>([
    ['/api/comments', { page_id: 1, html: long(50_001) }, { html: atMost('html', 50_000) }],
    [
      '/api/comments',
      { page_id: 1, html: '<p>a</p>', content_ref: long(2_001) },
      { content_ref: atMost('content_ref', 2_000) },
    ],
    [
      '/api/shelves',
      { name: 'x', books: Array.from({ length: 10_001 }, () => 1) },
      { books: ['The books may not have more than 10000 items.'] },
    ],
  ])('apply at %s', async (path, input, fields) => {
    expect(await api.post(path, input)).toMatchObject({ status: 422, body: refused(fields) });
  });

  it('do not count the images that are embedded in a page', async () => {
    const html = `<p>a</p><img src="data:image/png;base64,${'A'.repeat(1_990_000)}"><p>${long(20_000)}</p>`;
    expect((await api.post('/api/pages', { name: 'x', book_id: bookId, html })).status).toBe(200);
  });
});

describe('a response lists all faults at once', () => {
  it('for a chapter', async () => {
    const { body } = await api.post('/api/chapters', { description: 1, tags: 'x' });
    expect(body).toEqual(
      refused({
        book_id: required('book_id'),
        name: required('name'),
        description: text('description'),
        tags: ['The tags must be an array.'],
      }),
    );
  });

  it('for a page without parent, name and content', async () => {
    expect((await api.post('/api/pages', {})).body).toEqual(
      refused({
        book_id: ['The book id field is required when chapter id is not present.'],
        chapter_id: ['The chapter id field is required when book id is not present.'],
        name: required('name'),
        html: ['The html field is required when markdown is not present.'],
        markdown: ['The markdown field is required when html is not present.'],
      }),
    );
  });

  it('for a page with empty content of both kinds', async () => {
    const { body } = await api.post('/api/pages', { name: 'x', book_id: bookId, html: '', markdown: '' });
    expect(body).toEqual(
      refused({
        html: ['The html field is required when markdown is not present.'],
        markdown: ['The markdown field is required when html is not present.'],
      }),
    );
  });
});

describe('input at the limits of the rules', () => {
  it('is accepted', async () => {
    const accepted = async (path: string, input: object) => expect((await api.post(path, input)).status).toBe(200);
    await accepted('/api/books', {
      name: long(255),
      description: long(1900),
      description_html: `<p>${long(1993)}</p>`,
    });
    await accepted('/api/books', { name: 'é'.repeat(255) });
    await accepted('/api/books', {
      name: '0',
      tags: [
        { name: '', value: '' },
        { name: '0', value: null },
      ],
      image: null,
      default_template_id: null,
    });
    await accepted('/api/chapters', { name: 'x', book_id: String(bookId), priority: '-7', default_template_id: 0 });
    await accepted('/api/pages', { name: 'x', book_id: bookId, markdown: '# x', html: '', changelog: long(180) });
  });

  it('numbers in tags become texts', async () => {
    const { body } = await api.post('/api/books', { name: 'x', tags: [{ name: 2026, value: 1.5 }] });
    expect(body).toMatchObject({ tags: [{ name: '2026', value: '1.5', order: 0 }] });
  });

  it('GET /api/tags/values-for-name returns 422 without a name', async () => {
    expect(await api.get('/api/tags/values-for-name')).toMatchObject({
      status: 422,
      body: refused({ name: required('name') }),
    });
    expect(await api.get('/api/tags/values-for-name?name=')).toMatchObject({
      status: 422,
      body: refused({ name: required('name') }),
    });
  });
});
