import { VisitingBrowser } from '@almanac/testing';
import type { ContentApp } from '../../../testing/content-app';
import { loggedIn } from '../../../testing/logged-in';
import { idOf, textAt } from '../../../testing/answers';

export interface LibraryWorld {
  shelf: string;
  book: string;
  chapter: string;
  /** A page of the chapter, with headings, tags, comments, an attachment and two revisions. */
  page: string;
  pageId: number;
  /** The page after it, in the book itself. */
  nextPage: string;
  /** A page that only administrators see. */
  hiddenPage: string;
}

const BODY = `<h2>First steps</h2><p>Oars &amp; sails, see <a href="#bkmrk-second-steps">below</a>.</p><h3>Knots</h3><p>A bowline.</p>
<h2>Second steps</h2><table><tr><th>Wind</th><td>North</td></tr></table><pre><code>tie --tight</code></pre>`;

/**
 * Creates a small library by the API.
 * @param named changes the names and other texts without markup
 */
export async function libraryWorld({ api, given }: ContentApp, named = (text: string) => text): Promise<LibraryWorld> {
  const admin = api.as(await given.admin());
  const make = async (path: string, body: object) => (await admin.post(path, body)).body;
  const tags = [{ name: named('Season'), value: named('Summer') }, { name: 'Boats' }];
  const book = await make('/api/books', { name: named('Boat guide'), description: named('All about boats'), tags });
  const shelf = await make('/api/shelves', {
    name: named('Harbour'),
    description: named('Near the water'),
    books: [idOf(book)],
  });
  const chapter = await make('/api/chapters', {
    book_id: idOf(book),
    name: named('Rowing'),
    description: named('With oars'),
    tags,
  });
  const page = await make('/api/pages', {
    chapter_id: idOf(chapter),
    name: named('Before you row'),
    html: '<p>Soon</p>',
    tags,
  });
  const pageId = idOf(page);
  await admin.put(`/api/pages/${pageId}`, { html: BODY });
  await make('/api/comments', { page_id: pageId, html: '<p>Very <strong>useful</strong></p>' });
  await make('/api/comments', { page_id: pageId, html: '<p>Thank you</p>', reply_to: 1 });
  await make('/api/attachments', { uploaded_to: pageId, name: named('Weather'), link: 'https://weather.example/' });
  const next = await make('/api/pages', { book_id: idOf(book), name: named('Sailing'), markdown: '# Wind\n\nBlows.' });
  const hidden = await make('/api/pages', { book_id: idOf(book), name: named('Secret place'), html: '<p>Hush</p>' });
  await admin.put(`/api/content-permissions/page/${idOf(hidden)}`, {
    fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
  });
  const books = `/books/${textAt(book, 'slug')}`;
  const inBook = (item: unknown) => `${books}/page/${textAt(item, 'slug')}`;
  return {
    shelf: `/shelves/${textAt(shelf, 'slug')}`,
    book: books,
    chapter: `${books}/chapter/${textAt(chapter, 'slug')}`,
    page: inBook(page),
    pageId,
    nextPage: inBook(next),
    hiddenPage: inBook(hidden),
  };
}

/** Opens the library to visitors without an account. */
export const makePublic = ({ database }: ContentApp): Promise<unknown> =>
  database.query(`INSERT INTO settings (name, value) VALUES ('app-public', 'true')
    ON CONFLICT (name) DO UPDATE SET value = 'true'`);

/** Four visitors, from few rights to all. */
export async function visitorsOf(app: ContentApp): Promise<Record<string, VisitingBrowser>> {
  return {
    stranger: new VisitingBrowser(app.api),
    reader: await loggedIn(app, await app.given.viewer()),
    editor: await loggedIn(app, await app.given.editor()),
    admin: await loggedIn(app, await app.given.admin()),
  };
}
