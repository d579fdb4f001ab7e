import path from 'node:path';
import { interceptLog, type InterceptedLog } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../../testing/content-app';
import { readPdf } from '../testing/read-pdf';

const READING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all', 'content-export'];
const MISSING = 'x-missing-scripts';

let log: InterceptedLog;
let app: ContentApp;
let token: string;
beforeAll(async () => {
  log = interceptLog();
  app = await startContent({ LOG_LEVEL: 'info' });
  ({ token } = await app.given.user({ permissions: READING }));
});
afterAll(async () => {
  await app.close();
  log.restore();
});

const exported = (of: string, format = 'pdf', method = 'GET') =>
  fetch(new URL(`/api/${of}/export/${format}`, app.api.baseUrl), {
    method,
    headers: { authorization: `Token ${token}` },
  });

async function printed(html: string) {
  const answer = await exported(`pages/${(await app.given.page({ name: 'Printed', html })).id}`);
  expect(answer.status).toBe(200);
  return { missing: answer.headers.get(MISSING), ...(await readPdf(await answer.arrayBuffer())) };
}

/** The assigned characters from one code to another. */
const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place))
    .filter((char) => /\P{Cn}/u.test(char))
    .join(' ');

const emojiBetween = (first: number, last: number): string =>
  between(first, last)
    .split(' ')
    .filter((char) => /\p{Emoji}/u.test(char))
    .join(' ');

describe('a PDF has a glyph for each of', () => {
  it.each([
    ['arrows', between(0x2190, 0x21ff), '→'],
    ['long and bent arrows', between(0x27f0, 0x27ff) + between(0x2900, 0x297f), '⟶'],
    ['operators of maths', between(0x2200, 0x22ff), '∑'],
    ['rarer operators of maths', between(0x27c0, 0x27ef) + between(0x2980, 0x2aff), '⟨'],
    ['technical symbols', between(0x2300, 0x23ff), '⌘'],
    ['names of controls', between(0x2400, 0x2426), '␛'],
    ['enclosed letters and numbers', between(0x2460, 0x24ff), '①'],
    ['lines of boxes', between(0x2500, 0x257f), '─'],
    ['blocks', between(0x2580, 0x259f), '█'],
    ['geometric shapes', between(0x25a0, 0x25ff), '■'],
    ['miscellaneous symbols', between(0x2600, 0x26ff), '☐'],
    ['dingbats', between(0x2700, 0x27bf), '✓'],
    ['braille', between(0x2801, 0x28ff), '⠓'],
    ['more arrows and stars', between(0x2b00, 0x2b95), '⬆'],
    ['superscripts and subscripts', between(0x2070, 0x209c), '⁴'],
    ['currencies', between(0x20a0, 0x20c0), '₹'],
    ['letter-like symbols', between(0x2100, 0x214f), '№'],
    ['fractions and Roman numerals', between(0x2150, 0x218b), '⅓'],
    ['enclosed capitals', between(0x1f100, 0x1f1ad), '🄰'],
    ['pictures', emojiBetween(0x1f300, 0x1f5ff), '🎉'],
    ['faces', emojiBetween(0x1f600, 0x1f64f), '😀'],
    ['vehicles', emojiBetween(0x1f680, 0x1f6fc), '🚀'],
    ['people and animals', emojiBetween(0x1f90c, 0x1f9ff), '🤖'],
    ['newer emoji', emojiBetween(0x1fa70, 0x1faf8), '🫠'],
    ['emoji with a skin tone', '👍🏻 👍🏽 👋🏿', '👍'],
    ['joined emoji', '👨‍👩‍👧 👩‍💻 ❤️‍🔥 🏳️‍🌈', '👨‍👩‍👧'],
    ['flags', '🇩🇪 🇯🇵 🏴󠁧󠁢󠁥󠁮󠁧󠁿', ''],
    ['keys', '1️⃣ #️⃣', ''],
    ['symbols that are to look like emoji, or like text', '✔️ ☀️ ☀︎ ❤︎', '✔'],
  ])('the %s', async (_, symbols, sample) => {
    const { text, boxes, missing } = await printed(
      `<h2>H ${symbols}</h2><p>${symbols} <b>${symbols}</b> <em>${symbols}</em></p><pre><code>${symbols}</code></pre>`,
    );
    expect({ boxes, missing }).toEqual({ boxes: 0, missing: null });
    expect(text).toContain(sample);
  });
});

it.each([
  ['a symbol', '\u{1D11E}'],
  ['a letter', '中'],
])('a PDF shows symbols beside %s that no font has', async (_, missing) => {
  const symbols = '→ ⌘ ① 😀 ─ ★ ∑';
  const { text, boxes } = await printed(
    `<p>★ ${missing} ${symbols}</p><pre><code>★ ${missing} ${symbols}</code></pre>`,
  );
  expect(boxes).toBe(2);
  for (const symbol of symbols.split(' ')) expect(text).toContain(symbol);
});

describe('the header X-Missing-Scripts', () => {
  it.each([
    ['scripts', '<p>中文 and ภาษาไทย</p>', 'Han, Thai'],
    ['the script of a heading and of code', '<h2>한국어</h2><pre><code>עברית ქართული</code></pre>', 'Georgian, Hangul'],
    ['symbols', '<p>\u{1D11E} ไทย</p>', 'Thai, U+1D11E'],
    ['letters that a style changes', '<p style="text-transform: uppercase">ა</p>', 'Georgian'],
    ['characters as numbers', '<p>&#x0E44;</p>', 'Thai'],
    ['a page with an element that hides its body from scripts', '<p>ไทย<img name="body" alt=""></p>', 'Thai'],
    ['a closed detail, which is open on paper', '<details><summary>a</summary><p>ไทย</p></details>', 'Thai'],
  ])('names %s', async (_, html, scripts) => {
    const { missing, boxes } = await printed(html);
    expect(missing).toBe(scripts);
    expect(boxes).toBeGreaterThan(0);
  });

  it.each([
    ['packaged scripts', '<p>Straße, Ελλάδα, Москва, مرحبا, नमस्ते</p>'],
    ['text that is not printed', '<p>Text</p><p style="display: none">ไทย</p><!-- ไทย -->'],
    ['attributes', '<p title="ไทย">Text <a href="#ไทย">link</a></p>'],
    ['no text', ''],
  ])('is absent with %s', async (_, html) => {
    const { missing, boxes } = await printed(html);
    expect({ missing, boxes }).toEqual({ missing: null, boxes: 0 });
  });

  it('is on every answer for a page, with and without its content', async () => {
    const { id } = await app.given.page({ html: '<p>ไทย</p>' });
    const answers = [
      await exported(`pages/${id}`),
      await exported(`pages/${id}`),
      await exported(`pages/${id}`, 'pdf', 'HEAD'),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get(MISSING)])).toEqual(Array(3).fill([200, 'Thai']));
  });

  it('is described', async () => {
    const { id } = await app.given.page({ html: '<p>ไทย</p>' });
    const { headers } = await app.api.as({ token }).get(`/api/pages/${id}/export/pdf`);
    expect(headers.get(MISSING)).toBe('Thai');
  });

  it.each(['books', 'chapters'])('names the scripts of %s, and of their names', async (kind) => {
    const book = await app.given.book({ name: '书' });
    const chapter = await app.given.chapter({ bookId: book.id, name: '章' });
    await app.given.page({ bookId: book.id, chapterId: chapter.id, html: '<p>ไทย</p>' });
    const answer = await exported(`${kind}/${kind === 'books' ? book.id : chapter.id}`);
    expect(answer.headers.get(MISSING)).toBe('Han, Thai');
  });

  it.each(['html', 'plaintext', 'markdown', 'zip'])('is not on exports as %s', async (format) => {
    const { id } = await app.given.page({ html: '<p>ไทย</p>' });
    const answer = await exported(`pages/${id}`, format);
    expect([answer.status, answer.headers.get(MISSING)]).toEqual([200, null]);
  });

  it('is repeated in the log, with the item and without its text', async () => {
    const { id } = await app.given.page({ name: 'A secret', html: '<p>ไทย</p>' });
    await exported(`pages/${id}`);
    const lines = (await log.read(app.api.baseUrl)).split('\n').filter((line) => line.includes(`page ${id} `));
    expect(lines).toEqual([expect.stringContaining('Thai')]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: expect.stringMatching(/warn/i) });
    expect(lines[0]).not.toMatch(/secret|ไทย/);
  });
});

it('a script of a font in EXPORT_PDF_FONTS is printed, and is not missing', async () => {
  const fonts = path.dirname(require.resolve('@expo-google-fonts/noto-sans-thai/package.json'));
  const other = await startContent({
    EXPORT_PDF_FONTS: ['/no/such/folder', path.join(fonts, '400Regular')].join(path.delimiter),
  });
  try {
    const { id } = await other.given.page({ html: '<p>ภาษาไทย</p>' });
    const reader = await other.given.user({ permissions: READING });
    const answer = await fetch(new URL(`/api/pages/${id}/export/pdf`, other.api.baseUrl), {
      headers: { authorization: `Token ${reader.token}` },
    });
    const { boxes, fonts: used } = await readPdf(await answer.arrayBuffer());
    expect({ boxes, missing: answer.headers.get(MISSING) }).toEqual({ boxes: 0, missing: null });
    expect(used).toContain('NotoSansThai-Regular');
  } finally {
    await other.close();
  }
});
