import { nonEmpty, type TestApi, VisitingBrowser } from '@almanac/testing';
import { DemoSystem, itemsOf, namesOf } from './testing/demo-system';

const EVENTS = '/calendar/events/v1/events';

let demo: DemoSystem;
let admin: TestApi;
let sana: TestApi;
let stranger: TestApi;

beforeAll(async () => {
  demo = await DemoSystem.start();
  ({ admin, stranger } = demo);
  sana = await demo.callerWithEmail('sana@tidewater.example');
});
afterAll(() => demo.close());

interface Event {
  readonly title: string;
  readonly [member: string]: unknown;
}

async function eventsOf(api: TestApi, query = ''): Promise<Event[]> {
  const { events }: { events: Event[] } = JSON.parse((await api.get(`${EVENTS}?per_page=50${query}`)).text);
  return events;
}

const eventBySlug = (api: TestApi, slug: string) => api.get(`${EVENTS}/by-slug/${slug}`);

describe('the demo shows the administrator', () => {
  it('shelves with their books, each with a cover', async () => {
    const shelf = await admin.get(`/api/shelves/${await demo.idOf('shelves', 'Working at Tidewater')}`);
    expect(shelf.body).toMatchObject({
      books: [{ name: 'Employee Handbook' }, { name: 'Support Playbook' }, { name: 'Board Papers' }],
      cover: { url: expect.stringContaining('.webp') },
    });
    const books = await itemsOf(admin, '/api/books?count=50');
    expect(books).toHaveLength(6);
    expect(books.filter(({ cover }) => !cover)).toEqual([]);
  });

  it('pages of several authors', async () => {
    const pages = await itemsOf(admin, '/api/pages?count=500');
    expect(pages).toHaveLength(33);
    expect(new Set(pages.map(({ created_by }) => created_by)).size).toBe(3);
  });

  it('a page with pictures, tasks and an included page', async () => {
    const { body } = await admin.get(`/api/pages/${await demo.idOf('pages', 'Start here')}`);
    expect(body).toMatchObject({
      html: expect.stringMatching(/<img[^>]+\/uploads\/images\/[^]*Never raise a mast alone[^]*type="checkbox"/),
      markdown: expect.not.stringContaining('data:image'),
    });
  });

  it('revisions with summaries and different authors', async () => {
    const revisions = await itemsOf(admin, `/api/pages/${await demo.idOf('pages', 'Times we promise')}/revisions`);
    expect(revisions.map(({ summary }) => summary)).toEqual([
      'First version',
      'Harbours within two hours',
      'Two days for everybody, agreed with the team',
    ]);
  });

  it('comments with replies, one of them archived', async () => {
    const comments = await itemsOf(admin, '/api/comments?count=100');
    expect(comments).toHaveLength(8);
    expect(comments.filter(({ parent_id }) => parent_id !== null)).toHaveLength(4);
    const page = await admin.get(`/api/pages/${await demo.idOf('pages', 'Units and names')}`);
    expect(page.body).toMatchObject({ comments: { archived: [{}], active: [] } });
  });

  it('attachments: a file and a link', async () => {
    const attachments = await itemsOf(admin, '/api/attachments');
    expect(attachments.map(({ external }) => external).sort()).toEqual([false, true]);
  });

  it('a template, a sort rule, an inactive webhook and a page in the recycle bin', async () => {
    expect(await namesOf(admin, '/api/pages?filter[template]=true')).toEqual(['Meeting notes']);
    expect(await namesOf(admin, '/api/sort-rules')).toEqual(['Chapters first, then by name']);
    expect(await itemsOf(admin, '/api/webhooks')).toMatchObject([{ active: false }]);
    expect(await itemsOf(admin, '/api/recycle-bin')).toMatchObject([{ deletable: { name: 'Old fax numbers' } }]);
  });

  it('people with roles, and none of the tokens that filled it in', async () => {
    expect(await namesOf(admin, '/api/tokens?filter[name]=Demo%20content')).toEqual([]);
    const users = await itemsOf(admin, '/api/users?filter[email:like]=%25tidewater.example&sort=id');
    expect(users.map(({ name }) => name).sort()).toEqual([
      'Ingrid Flett',
      'Marta Linklater',
      'Sana Okafor',
      'Tom Rendall',
    ]);
  });

  it('a draft and a private event', async () => {
    expect((await eventBySlug(admin, 'lightning-and-how-to-count-it')).body).toMatchObject({ status: 'draft' });
    expect((await eventBySlug(admin, 'salary-round')).body).toMatchObject({ status: 'private' });
  });
});

describe('the demo hides from the viewer', () => {
  it('the book of the board with its page, and shows all others', async () => {
    const books = await namesOf(sana, '/api/books');
    expect(books).toHaveLength(5);
    expect(books).not.toContain('Board Papers');
    const page = await demo.idOf('pages', 'Budget of the next year');
    expect((await sana.get(`/api/pages/${page}`)).status).toBe(404);
    const tom = await demo.callerWithEmail('tom@tidewater.example');
    expect((await tom.get(`/api/pages/${page}`)).status).toBe(200);
  });

  it('the users, the recycle bin and all changes', async () => {
    const page = await demo.idOf('pages', 'Start here');
    const answers = [
      await sana.get('/api/users'),
      await sana.get('/api/recycle-bin'),
      await sana.put(`/api/pages/${page}`, { name: 'Mine' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('neither comments nor attachments', async () => {
    expect(await itemsOf(sana, '/api/comments?count=100')).toHaveLength(8);
    expect(await itemsOf(sana, '/api/attachments')).toHaveLength(2);
  });

  it('drafts and private events', async () => {
    expect((await eventBySlug(sana, 'lightning-and-how-to-count-it')).status).toBe(403);
    expect((await eventBySlug(sana, 'salary-round')).status).toBe(403);
  });
});

describe('the demo shows a stranger', () => {
  it('nothing of the library', async () => {
    const answers = await Promise.all(
      ['shelves', 'books', 'pages', 'users'].map((kind) => stranger.get(`/api/${kind}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('published events of at least four weeks, some of them with pictures, prices and places', async () => {
    const events = await eventsOf(stranger);
    expect(events.length).toBeGreaterThan(20);
    expect(events.map(({ title }) => title)).not.toContain('Salary round');
    expect(events.filter(({ image }) => image).length).toBeGreaterThan(4);
    expect(events.filter(({ featured }) => featured).length).toBeGreaterThan(2);
  });

  it('a full ticket, a free one and a priced one', async () => {
    const tickets = async (slug: string): Promise<unknown> => {
      const { body } = await eventBySlug(stranger, slug);
      const { id }: { id: number } = Object.assign({ id: 0 }, body);
      return (await stranger.get(`${EVENTS}/${id}/tickets`)).body;
    };
    expect(await tickets('calibrating-temperature-sensors')).toMatchObject({
      tickets: [{ capacity: 4, available: 0 }],
    });
    expect(await tickets('build-your-own-weather-station')).toMatchObject({
      tickets: [
        { price: '120.00', currency: 'GBP', available: 7 },
        { price: '0.00', available: 7 },
      ],
    });
  });

  it('a weekly course without its cancelled date', async () => {
    const course = await eventsOf(stranger, '&search=soldering+for+beginners');
    expect(course).toHaveLength(7);
  });

  it('the protected event only with its password', async () => {
    const { body } = await eventBySlug(stranger, 'members-evening');
    expect(body).toMatchObject({ code: 'event-password-protected' });
    expect(JSON.stringify(body)).not.toContain('Lanterns');
    const password = encodeURIComponent(demo.password('Members evening'));
    const { text } = await stranger.get(`${EVENTS}/by-slug/members-evening?password=${password}`);
    expect(text).toContain('Lanterns');
  });
});

it('its people log in with the passwords of the file, and no link that the viewer sees is dead', async () => {
  const browser = new VisitingBrowser(demo.content);
  await browser.logIn({ email: 'sana@tidewater.example', password: demo.password('sana@tidewater.example') });
  const [seen, queue, dead] = [new Set<string>(), ['/', '/shelves', '/books'], new Array<string>()];
  for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
    if (seen.has(target)) continue;
    seen.add(target);
    const page = await browser.get(target);
    if (page.status >= 400) dead.push(`${target} ${page.status}`);
    const links = Array.from(
      page.text.matchAll(/<a [^>]*href="(\/(?:books|shelves|link)\/[^"#?]*)/g),
      ([, link = '']) => link,
    );
    queue.push(...links.filter((link) => !/\/(export|feed|revisions|comment|draft)/.test(link)));
  }
  expect(dead).toEqual([]);
  expect(nonEmpty([...seen]).length).toBeGreaterThan(45);
});
