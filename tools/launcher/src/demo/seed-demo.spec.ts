import { createServer, type Server } from 'node:http';
import sharp from 'sharp';
import { RecordingApi } from '../testing/recording-api';
import { seedDemo } from './seed-demo';

const token = `${'i'.repeat(32)}:${'s'.repeat(32)}`;
const EVENTS = '/calendar/events/v1/events';

describe('seedDemo', () => {
  let api: RecordingApi;
  let server: Server;
  let baseUrl = '';

  beforeEach(async () => {
    api = new RecordingApi(token);
    server = createServer(api.app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });

  afterEach(() => server.close());

  it('creates the library and the calendar', async () => {
    expect(await seedDemo({ baseUrl, token })).toEqual({ wasThere: false });
    const counts = ['/api/shelves', '/api/books', '/api/chapters', '/api/pages', EVENTS].map(
      (path) => api.of(path).length,
    );
    expect(counts).toEqual([2, 4, 8, 24, 30]);
  });

  it('puts books on shelves, chapters into books, and pages into books and chapters', async () => {
    await seedDemo({ baseUrl, token });
    const idOf = (name: string) => api.recorded.findIndex(({ body }) => body['name'] === name) + 1;
    const made = (path: string) => api.of(path).map(({ body }) => body);
    const [book, chapter] = [idOf('Thursday Kitchen Cookbook'), idOf('Soups')];
    expect(made('/api/shelves')).toContainEqual(expect.objectContaining({ name: 'Around the Table', books: [book] }));
    expect(made('/api/chapters')).toContainEqual(expect.objectContaining({ name: 'Soups', book_id: book }));
    expect(made('/api/pages')).toContainEqual(
      expect.objectContaining({ name: 'Red lentil soup', chapter_id: chapter }),
    );
    expect(made('/api/pages')).toContainEqual(expect.objectContaining({ name: 'How Thursdays work', book_id: book }));
  });

  it('sends each cover as a file together with the fields of the book', async () => {
    await seedDemo({ baseUrl, token });
    const [handbook] = api.of('/api/books');
    expect(handbook?.body).toMatchObject({
      name: 'Employee Handbook',
      tags: [{ name: 'Team', value: 'People' }, { name: 'Review' }],
    });
    expect(handbook?.files).toEqual([{ field: 'image', name: 'employee-handbook.png', bytes: expect.any(Buffer) }]);
    expect(await sharp(handbook?.files[0]?.bytes).metadata()).toMatchObject({ format: 'png' });
  });

  it('links events to venues, organizers and categories by id', async () => {
    await seedDemo({ baseUrl, token });
    const kindOf = (id: unknown) => api.recorded[Number(id) - 1]?.path;
    const events = api.of(EVENTS);
    expect(events.length).toBeGreaterThan(0);
    for (const { body } of events) {
      const { venue, organizer, categories } = body;
      expect(kindOf(venue)).toBe('/calendar/events/v1/venues');
      expect(kindOf(organizer)).toBe('/calendar/events/v1/organizers');
      if (!Array.isArray(categories)) throw new Error('categories are no list');
      expect(new Set(categories.map(kindOf))).toEqual(new Set(['/calendar/events/v1/categories']));
    }
  });

  it('creates nothing the second time', async () => {
    await seedDemo({ baseUrl, token });
    const before = api.recorded.length;
    expect(await seedDemo({ baseUrl, token })).toEqual({ wasThere: true });
    expect(api.recorded).toHaveLength(before);
  });

  it('completes an interrupted run without duplicates', async () => {
    await seedDemo({ baseUrl, token });
    const complete = api.recorded.length;
    // Ids are positions in this list, so only its end can be removed.
    api.recorded.splice(complete - 10);
    expect(await seedDemo({ baseUrl, token })).toEqual({ wasThere: false });
    expect(api.recorded).toHaveLength(complete);
  });

  it('retries when the rate limit refuses a request', async () => {
    api.refusals = 2;
    expect(await seedDemo({ baseUrl, token })).toEqual({ wasThere: false });
    expect(api.of('/api/books')).toHaveLength(4);
    expect(api.refusals).toBe(0);
  });

  it('rejects with the response when a request is refused', async () => {
    await expect(seedDemo({ baseUrl, token: 'wrong' })).rejects.toThrow(
      '/api/shelves?filter[name]=Around%20the%20Table answered 401: {}',
    );
  });
});
