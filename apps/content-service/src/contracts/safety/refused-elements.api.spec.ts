import { nonEmpty, type TestApi } from '@almanac/testing';
import { dataOf } from '../../features/imports/testing/portable';
import { idOf, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import { AttackedOutlets } from './attacked-outlets';

const ALLOWED = '<img src="/allowed.png" alt="a">';
const REFUSED = [
  ...['cid:image001.png@01D', 'file:///C:/a.png', 'blob:a', 'about:blank'].map(
    (address) => `<img src="${address}" alt="a">`,
  ),
  ...['<img>', '<img alt="a">', '<img data-src="/a.png" alt="a">', '<img srcset="/a.png 1x" alt="a">'],
];

let app: ContentApp;
let api: TestApi;
let bookId: number;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.admin());
  bookId = (await app.given.book()).id;
});
afterAll(() => app.close());

const read = async (path: string): Promise<unknown> => {
  const { status, body } = await api.get(`/api/${path}`);
  expect(status).toBe(200);
  return body;
};

/** The HTML of a new page, in the answers to its creation and to its read. */
async function readHtml(text: object): Promise<string[]> {
  const { status, body } = await api.post('/api/pages', { book_id: bookId, name: 'Page', ...text });
  expect(status).toBe(200);
  return [textAt(body, 'html'), textAt(await read(`pages/${idOf(body)}`), 'html')];
}

const PLACES: Record<string, (image: string) => string> = {
  'beside paragraphs': (image) =>
    `<div>${image}<p>See <a href="https://example.com">this</a> and that</p>${image}<p>b</p></div>`,
  'in a paragraph': (image) => `<p>${image}</p><p>a <a href="/b">b</a> ${image} <b>c</b></p><p>d</p>`,
  'in a link': (image) => `<p><a href="/b">${image}b</a> <strong>c</strong></p><p>d</p>`,
  'in a heading': (image) => `<h2>${image}a <em>b</em></h2><h3>c</h3><p>d</p>`,
  'in items of lists': (image) =>
    `<ul><li>${image}<b>a</b></li><li>b<ol><li>${image} <i>c</i></li></ol></li></ul><p>d</p>`,
  'in cells': (image) => `<table><tbody><tr><td>${image}<b>a</b></td><th>b</th></tr></tbody></table><p>c</p>`,
  'in details': (image) =>
    `<details><summary>${image}<b>a</b></summary>${image}<p>b</p></details><p>c</p><details>${image}<p>d</p></details>`,
  'in a quote with a figure': (image) =>
    `<blockquote><div>${image}<figure>${image}<figcaption>a</figcaption></figure></div>${image}<p>b</p></blockquote><p>c</p>`,
  'in older elements': (image) =>
    `<center>${image}<font color="red">a</font></center><p><big>${image}b</big> <tt>c</tt></p>`,
  'beside a frame': (image) => `<p>${image}</p><iframe src="https://example.com"></iframe><p>a</p>`,
};

describe.each(Object.entries(PLACES))(
  'a refused image %s leaves all other elements of a page as they are',
  (_where, place) => {
    it.each(REFUSED)('%s', async (refused) => {
      const expected = (await readHtml({ html: place(ALLOWED) })).map((html) => html.replaceAll(ALLOWED, ''));
      expect(expected[0]).not.toContain('<img');
      expect(await readHtml({ html: place(refused) })).toEqual(expected);
    });
  },
);

it.each(['cid:a', 'file:///x.png', 'blob:a'])(
  'Markdown with an image of %s keeps its other elements',
  async (address) => {
    const markdown = (source: string) =>
      `![a](${source}) [b](https://example.com) **c**\n\n## ![a](${source}) _d_\n\n- ![a](${source})\n- [![a](${source})e](/f) ~~g~~\n\n` +
      `| ![a](${source}) | h |\n|---|---|\n| ![a](${source}) **i** | j |\n\n> ![a](${source}) \`k\``;
    const expected = (await readHtml({ markdown: markdown('/allowed.png') })).map((html) =>
      html.replaceAll(ALLOWED, ''),
    );
    expect(expected[0]).not.toContain('<img');
    expect(await readHtml({ markdown: markdown(address) })).toEqual(expected);
  },
);

it('refused images leave a link after them whole in pages, comments, descriptions, revisions and exports', async () => {
  const text = (image: string) => `${image}<p>${image} See <a href="https://example.com">this</a> and that</p>`;
  const outlets = await new AttackedOutlets(api, app.baseUrl).read(REFUSED.map(text));
  expect([...outlets.keys()]).toEqual(
    expect.arrayContaining([
      'page of html',
      'page of markdown',
      'comment',
      'revision of a page',
      'HTML export of a book',
      'HTML for PDF',
    ]),
  );
  for (const [outlet, all] of nonEmpty(outlets))
    for (const { html } of nonEmpty(all))
      if (outlet !== 'search preview')
        expect([outlet, html]).toEqual([outlet, expect.stringMatching(/>this<\/a> and that/)]);
});

const WHOLE = '<a href="https://example.com">this</a> and that';
/** A page that was stored by any earlier version. */
const stored = () => app.given.page({ bookId, html: `<p><img src="cid:a"></p><p>See ${WHOLE}</p>` });

it.each<[string, () => Promise<string>]>([
  ['in a page that was stored before', async () => textAt(await read(`pages/${(await stored()).id}`), 'html')],
  [
    'where the page is included',
    async () => {
      const { id } = await app.given.page({ bookId, html: `<div>{{@${(await stored()).id}}}</div>` });
      return textAt(await read(`pages/${id}`), 'html');
    },
  ],
  [
    'on the site',
    async () => {
      const browser = await loggedIn(app, await app.given.viewer());
      const { slug } = await stored();
      return (await browser.get(`/books/${textAt(await read(`books/${bookId}`), 'slug')}/page/${slug}`)).text;
    },
  ],
  [
    'in a portable export',
    async () => {
      const { token } = await app.given.admin();
      const path = `${app.api.baseUrl}/api/pages/${(await stored()).id}/export/zip`;
      const answer = await fetch(path, { headers: { authorization: `Token ${token}` } });
      return textAt(await dataOf(Buffer.from(await answer.arrayBuffer())), 'page.html');
    },
  ],
])('a refused image leaves a link after it whole %s', async (_where, output) => {
  expect(await output()).toContain(WHOLE);
});
