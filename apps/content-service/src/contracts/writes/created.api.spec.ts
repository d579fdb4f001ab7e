import type { TestApi } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let admin: TestApi;
beforeAll(async () => {
  app = await startContent();
  admin = app.api.as(await app.given.admin());
});
afterAll(() => app.close());

const aPage = async () => ({ page_id: (await app.given.page()).id, html: '<p>Comment</p>' });

describe('the Location of a new item', () => {
  it.each<[path: string, body: () => object | Promise<object>]>([
    ['/api/shelves', () => ({ name: 'Shelf' })],
    ['/api/books', () => ({ name: 'Book' })],
    ['/api/chapters', async () => ({ name: 'Chapter', book_id: (await app.given.book()).id })],
    ['/api/pages', async () => ({ name: 'Page', html: '<p>x</p>', book_id: (await app.given.book()).id })],
    ['/api/comments', aPage],
    ['/api/roles', () => ({ display_name: 'Role' })],
    ['/api/sort-rules', () => ({ name: 'Rule', operations: ['name_asc'] })],
    ['/api/users', () => ({ name: 'User', email: 'located@example.com' })],
  ])('leads from %s to the item', async (path, body) => {
    const { headers, body: made } = await admin.post(path, await body());
    const location = new URL(headers.get('location') ?? '', new URL(path, admin.baseUrl));
    expect(location.pathname).toBe(`${path}/${idOf(made)}`);
    expect((await admin.get(location.pathname)).body).toMatchObject({ id: idOf(made) });
  });

  it('is absent from refusals and from changes', async () => {
    const { id } = await app.given.book();
    expect((await admin.post('/api/books', {})).headers.get('location')).toBeNull();
    expect((await admin.post(`/api/books/${id}?_method=PUT`, { name: 'New' })).headers.get('location')).toBeNull();
    expect((await admin.get(`/api/books/${id}`)).headers.get('location')).toBeNull();
  });
});
