import type { VisitingBrowser } from '@almanac/testing';
import { makePublic, visitorsOf } from '../../features/library/testing/library-world';
import { idOf } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import type { Person } from '../../testing/given';

/** An installation without any item, and one whose items have no contents. */
let empty: ContentApp;
let bare: ContentApp;
let visitors: Record<string, Record<string, VisitingBrowser>>;
const placeholders: Record<string, string> = {};
beforeAll(async () => {
  [empty, bare] = await Promise.all([startContent(), startContent()]);
  await Promise.all([makePublic(empty), makePublic(bare)]);
  const admin = await bare.given.admin();
  const loner = await bare.given.user({ api: false });
  await fillPlaceholders(admin, loner);
  visitors = {
    empty: await visitorsOf(empty),
    bare: { ...(await visitorsOf(bare)), admin: await loggedIn(bare, admin), loner: await loggedIn(bare, loner) },
  };
});
afterAll(() => Promise.all([empty.close(), bare.close()]));

async function fillPlaceholders(admin: Person, loner: Person): Promise<void> {
  const { given, api } = bare;
  const book = await given.book();
  const [shelf, chapter, page] = [
    await given.shelf(),
    await given.chapter({ bookId: (await given.book()).id }),
    await given.page(),
  ];
  const hook = { name: 'Hook', endpoint: 'https://hooks.example/', events: ['all'], active: false };
  const upload = await uploadArchive(bare, admin, await archiveOf({ chapter: { name: 'Lonely' } }));
  const addressOf = async (kind: string, id: number) => {
    const rows = await bare.database.query<{ path: string }>(
      `SELECT '/books/' || book.slug || '/${kind}/' || item.slug AS path FROM ${kind}s item JOIN books book ON book.id = item.book_id WHERE item.id = $1`,
      [id],
    );
    return rows[0]?.path ?? '';
  };
  Object.assign(placeholders, {
    SHELF: `/shelves/${shelf.slug}`,
    BOOK: `/books/${book.slug}`,
    CHAPTER: await addressOf('chapter', chapter.id),
    PAGE: await addressOf('page', page.id),
    USER: `/user/${loner.slug}`,
    HOOK: `/settings/webhooks/${idOf((await api.as(admin).post('/api/webhooks', hook)).body)}`,
    IMPORT: `/settings/imports/${idOf(upload.body)}`,
  });
}

const filled = (text: string): string => text.replace(/[A-Z]{4,}/, (name) => placeholders[name] ?? name);

/** The text of the page in place of entries, and the addresses that it leads on to. */
function nothingsIn(html: string): { text: string; links: string[] }[] {
  const blocks = [...html.matchAll(/<(div|p) class="nothing">(.*?)<\/\1>/gs)].map(([, , block = '']) => block);
  return blocks.map((block) => ({
    text: block
      .replace(/<[^>]+>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
    links: [...block.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
  }));
}

const STRANGER = 'are public. Log in to see those that are shared with you.';
const READER = 'are shared with you yet. Ask an administrator of this site if you miss some.';
const WRITER = 'yet. Begin with New';

describe('a page without entries says why, and leads on', () => {
  it.each<[where: 'empty' | 'bare', path: string, visitor: string, text: string, link?: string]>([
    ['empty', '/', 'stranger', `No pages ${STRANGER}`, '/login?return=%2F'],
    ['empty', '/', 'reader', `No pages ${READER}`],
    ['empty', '/shelves', 'stranger', `No shelves ${STRANGER}`, '/login?return=%2Fshelves'],
    ['empty', '/shelves', 'reader', `No shelves ${READER}`, '/books'],
    ['empty', '/shelves', 'admin', `There are no shelves ${WRITER}`, '/settings/imports'],
    ['empty', '/books', 'stranger', `No books ${STRANGER}`, '/login?return=%2Fbooks'],
    ['empty', '/books', 'reader', `No books ${READER}`, '/shelves'],
    ['empty', '/books', 'admin', `There are no books ${WRITER} book, or import a ZIP file.`, '/create-book'],
    ['bare', 'SHELF', 'reader', `No books on this shelf ${READER}`, '/books'],
    ['bare', 'SHELF', 'admin', `There are no books on this shelf ${WRITER}`, '/shelves'],
    ['bare', 'BOOK', 'reader', `No chapters or pages in this book ${READER}`, '/books'],
    [
      'bare',
      'BOOK',
      'admin',
      `There are no chapters or pages in this book ${WRITER} page or New chapter`,
      '/settings/imports',
    ],
    ['bare', 'CHAPTER', 'reader', `No pages in this chapter ${READER}`],
    ['bare', 'CHAPTER', 'admin', `There are no pages in this chapter ${WRITER} page, or import a ZIP file.`],
    ['bare', 'PAGE', 'reader', 'There are no comments yet.'],
    ['bare', 'PAGE/revisions', 'admin', 'No revisions of this page are stored.'],
    ['bare', 'USER', 'reader', 'has written no page that you can see.', '/'],
    ['bare', 'USER', 'reader', 'has made no book that you can see.', '/books'],
    ['empty', '/tags', 'reader', 'Nothing that you can see has a tag.', '/books'],
    ['empty', '/tags?name=Colour', 'reader', 'Nothing that you can see has this tag.', '/search'],
    ['bare', '/search?term=zzz', 'reader', 'Try fewer words, or another spelling.', '/tags'],
    ['bare', '/search?term=zzz', 'stranger', 'Log in to find more', '/login?return=%2Fsearch%3Fterm%3Dzzz'],
    ['bare', '/search?term=zzz&book=on', 'reader', 'Show all kinds', '/search?term=zzz'],
    [
      'bare',
      '/search?term=zzz&book=on&owned_by=on',
      'reader',
      'Also items of other owners',
      '/search?term=zzz&book=on',
    ],
    ['empty', '/settings/users?search=zzz', 'admin', 'No user has such a name', '/settings/users'],
    ['empty', '/settings/roles?search=zzz', 'admin', 'No role has such a name', '/settings/roles'],
    ['empty', '/settings/tokens?search=zzz', 'admin', 'No token or user has such a name', '/settings/tokens'],
    ['bare', '/settings/sort-rules', 'admin', 'There are no sort rules.', '/settings/sort-rules/new'],
    ['empty', '/settings/webhooks', 'admin', 'There are no webhooks.', '/settings/webhooks/new'],
    ['bare', 'HOOK/deliveries', 'admin', 'Nothing was sent in the last days.'],
    ['bare', 'HOOK/deliveries?state=failed', 'admin', 'No delivery has this state.'],
    ['empty', '/settings/imports', 'admin', 'No import waits.', '#file'],
    ['bare', 'IMPORT?search=zzz', 'admin', 'Nothing was found.'],
    ['empty', '/settings/audit-log?user=zzz', 'admin', 'No event matches.', '/settings/audit-log'],
    ['empty', '/settings/recycle-bin', 'admin', 'The recycle bin is empty.', '/books'],
    ['empty', '/settings/jobs', 'admin', 'No job has failed in the last days.'],
  ])('%s %s for a %s: %s', async (where, path, visitor, text, link = '') => {
    const { status, text: html } = await visitors[where]![visitor]!.get(filled(path));
    expect(status).toBe(200);
    const block = nothingsIn(html).find((one) => one.text.includes(text));
    expect(block?.text).toContain(text);
    if (link !== '') expect(block?.links).toContain(link);
  });

  it('/my-account/tokens of a user without tokens', async () => {
    const person = await empty.given.user({ permissions: ['access-api'], api: false });
    await empty.database.query('DELETE FROM api_tokens WHERE user_id = $1', [person.id]);
    const { text } = await (await loggedIn(empty, person)).get('/my-account/tokens');
    expect(nothingsIn(text)).toEqual([
      { text: 'You have no tokens. Create one for each program.', links: ['#new-token'] },
    ]);
  });

  it('the home page shows an administrator of an empty installation the first steps', async () => {
    const { text } = await visitors['empty']!['admin']!.get('/');
    const steps = /<ol class="first-steps">.*?<\/ol>/s.exec(text)?.[0] ?? '';
    const links = [...steps.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual(
      expect.arrayContaining(['/settings/application', '/settings/users/new', '/settings/imports', '/api/docs']),
    );
    expect(steps).toContain('MAIL_HOST');
    expect(steps).toContain('npm start -- --demo');
    expect((await visitors['empty']!['reader']!.get('/')).text).not.toContain('first-steps');
    expect((await visitors['bare']!['admin']!.get('/')).text).not.toContain('first-steps');
  });
});

describe('a list beyond its last page', () => {
  it.each([
    ['bare', '/books?page=9', '/books?page=1'],
    ['empty', '/settings/users?page=9', '/settings/users?sort=name&page=1'],
    ['empty', '/settings/roles?search=e&page=7', '/settings/roles?search=e&sort=display_name&page=1'],
    [
      'empty',
      '/settings/audit-log?from=2000-01-01&page=7',
      '/settings/audit-log?from=2000-01-01&sort=-created_at&page=1',
    ],
  ])('%s %s leads to the last page', async (where, path, last) => {
    const { text } = await visitors[where]!['admin']!.get(path);
    const pager = /<nav class="pager".*?<\/nav>/s.exec(text)?.[0].replaceAll('&amp;', '&');
    expect(pager).toContain('This list has no page');
    expect(pager).toContain(`href="${last}"`);
  });
});

describe('the home page', () => {
  it('has one list of the pages that changed last, with their authors, days and a word at new ones', async () => {
    const author = await bare.given.editor();
    const { id: book_id } = await bare.given.book();
    const write = async (name: string) =>
      idOf((await bare.api.as(author).post('/api/pages', { book_id, name, html: '<p>x</p>' })).body);
    await write('Brand new');
    await bare.api.as(author).put(`/api/pages/${await write('Rewritten')}`, { html: '<p>y</p>' });
    const { text } = await (await loggedIn(bare, author)).get('/');
    const rows = [...text.matchAll(/<li>(<a href="\/books\/[^"]+\/page\/.*?)<\/li>/gs)].map(([, row = '']) =>
      row
        .replace(/<[^>]+>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
    const named = (name: string) => rows.filter((row) => row.startsWith(name));
    for (const [name, mark] of [
      ['Brand new', ' new'],
      ['Rewritten', ''],
    ])
      expect(named(name!)).toEqual([expect.stringMatching(`^${name}${mark} by ${author.name}, \\d+ \\w+ \\d{4}$`)]);
  });

  it.each(['stranger', 'reader', 'admin'])(
    'names the calendar to a %s, and leads nobody to answers for programs',
    async (name) => {
      const { text } = await visitors['bare']![name]!.get('/');
      expect(text).toContain('href="/events/"');
      expect(text).toMatch(/<a href="\/events\/?"[^>]*>Calendar<\/a>/);
      expect(text).not.toContain('href="/readyz"');
    },
  );

  it('calls the account an account', async () => {
    const person = await bare.given.viewer();
    const { text } = await (await loggedIn(bare, person)).get('/');
    expect(text).toMatch(new RegExp(`<a href="/my-account"[^>]*>Account \\(<bdi>${person.name}</bdi>\\)</a>`));
  });
});
