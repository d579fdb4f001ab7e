import { isTag, isText, type Document, type ParentNode } from 'domhandler';
import { ALL_FILTERS } from '../filters/output-filters';
import { renderPage } from '../rendering/render-page';
import { descendantsOf, parseHtml, textOf } from '../tree/html-tree';
import { serializeHtml } from '../tree/serialize-html';
import { outlineOf, sketchOf, standardSketchOf } from '../../testing/outline';
import { resolveIncludes } from './includes';

/** Elements that stand in others. The texts of hosts are lower-case, those of pages upper-case. */
const WRAPPED: Record<string, (inner: string) => string> = {
  li: (inner) => `<ul><li>${inner}</li></ul>`,
  td: (inner) => `<table><tr><td>${inner}</td></tr></table>`,
  th: (inner) => `<table><tr><th>${inner}</th></tr></table>`,
  caption: (inner) => `<table><caption>${inner}</caption><tr><td>c</td></tr></table>`,
  summary: (inner) => `<details><summary>${inner}</summary>d</details>`,
  dt: (inner) => `<dl><dt>${inner}</dt></dl>`,
  dd: (inner) => `<dl><dd>${inner}</dd></dl>`,
  figcaption: (inner) => `<figure><figcaption>${inner}</figcaption></figure>`,
  foreignobject: (inner) => `<svg><foreignobject>${inner}</foreignobject></svg>`,
};
const HOSTS = (
  'p h1 h2 h3 h4 h5 h6 li td th caption summary blockquote a strong b em span code pre dt dd figcaption div button label nobr font form ' +
  'section address details noscript object foreignobject'
).split(' ');
/** Browsers read no elements in these. */
const TEXT_HOSTS = [
  { host: 'a choice', html: '<select>x{{@1}}y</select>z', expected: '<select>xABy</select>z' },
  {
    host: 'an option',
    html: '<select><option>x{{@1}}y</option></select>z',
    expected: '<select><option>xABy</option></select>z',
  },
  {
    host: 'a text field',
    html: '<p><textarea>x{{@1}}y</textarea></p>z',
    expected: '<p><textarea>xABy</textarea></p>z',
  },
  { host: 'a title', html: '<title>x{{@1}}y</title>z', expected: '<title>xABy</title>z' },
  { host: 'an image', html: '<svg><text>x{{@1}}y</text></svg>z', expected: '<svg><text>xABy</text></svg>z' },
  { host: 'a formula', html: '<math><mrow>x{{@1}}y</mrow></math>z', expected: '<math><mrow>xABy</mrow></math>z' },
];
const PAGES: Record<string, string> = {
  paragraphs: '<p>A</p><p>B</p>',
  heading: '<h3>A</h3>',
  list: '<ul><li>A</li><li>B<ul><li>C</li></ul></li></ul>',
  table: '<table><tr><td>A<p>B</p></td></tr></table>',
  div: '<div>A</div>',
  pre: '<pre>A\nB</pre>',
  details: '<details><summary>A</summary><p>B</p></details>',
  'inline text': 'A <b>B</b>',
  'linked paragraph': '<p>A <a href="/b">B</a></p>',
  'linked text': '<a href="/b">A</a>',
  terms: '<dl><dt>A</dt><dd>B</dd></dl>',
  'items without a list': '<li>A</li><li>B</li>',
  'terms without a list': '<dt>A</dt><dd>B</dd>',
  button: '<p><button>A</button></p>',
  form: '<form>A<input></form>',
  'unbroken text': '<nobr>A</nobr>',
  'choice and script': '<select><option>A</option></select><script>"A"</script><svg><text>B</text></svg><hr>',
  mixed: '<h2>A</h2>B<p>C <a href="/b">D</a></p><ul><li>E<p>F</p></li></ul>',
  empty: '',
};
/** The sentence in the host around the tag. Deeper tags leave their paragraph. */
const SENTENCES = ['x{{@1}}y', '<b>x{{@1}}y</b>', '<p>x{{@1}}y</p>', '<p>v<span>x{{@1}}y</span>w</p>'];

const CASES = HOSTS.flatMap((name) =>
  Object.keys(PAGES).map((kind) => {
    const wrap = WRAPPED[name] ?? ((inner: string) => `<${name}>${inner}</${name}>`);
    const texts = [...SENTENCES.map(wrap), `<p>${wrap('x{{@1}}y')}</p>`, `<a href="/a">${wrap('x{{@1}}y')}</a>`];
    return { name, kind, texts: texts.map((html) => `${html}z`) };
  }),
);

async function resolved(html: string, page: string): Promise<Document> {
  const document = parseHtml(html);
  await resolveIncludes(document, () => page);
  return document;
}

const readByBrowser = (html: string) => outlineOf(standardSketchOf(html));

async function servedBy(letters: string, html: string, page: string): Promise<string> {
  return (await renderPage({ html, pages: new Map([[1, page]]), letters })).html;
}

/** Every letter with the elements around it. */
const placesOf = (root: ParentNode): string[] =>
  [...descendantsOf(root)]
    .filter((node) => isText(node))
    .flatMap((text) => [...text.data].map((letter) => [...namesAround(text), letter].join(' ')));

function namesAround({ parent }: { parent: ParentNode | null }): string[] {
  return parent && isTag(parent) ? [...namesAround(parent), parent.name] : [];
}

/** The rest of a heading is not part of another one. */
const exceptHeadings = (places: string[]) => places.map((place) => place.replaceAll(/\bh[1-6] /g, ''));
const lettersOfHost = (document: Document) =>
  exceptHeadings(placesOf(document)).filter((place) => /[a-z]$/.test(place));

describe.each(CASES)('a page with $kind in $name', ({ name, kind, texts }) => {
  const page = PAGES[kind] ?? '';

  it('is in the tree that a browser reads', async () => {
    const documents = await Promise.all(texts.map((html) => resolved(html, page)));
    expect(documents.map(({ children }) => outlineOf(sketchOf(children)))).toEqual(
      documents.map((document) => readByBrowser(serializeHtml(document))),
    );
  });

  it.each(['', ALL_FILTERS])('is served in this tree with filters "%s"', async (letters) => {
    const served = await Promise.all(texts.map((html) => servedBy(letters, html, page)));
    expect(served.map((html) => outlineOf(sketchOf(parseHtml(html).children)))).toEqual(served.map(readByBrowser));
  });

  it('leaves all other text in its elements and its order', async () => {
    const documents = await Promise.all(texts.map((html) => resolved(html, page)));
    const without = texts.map((html) => parseHtml(html.replace('{{@1}}', '')));
    expect(documents.map(lettersOfHost)).toEqual(without.map(lettersOfHost));
    expect(documents.map((document) => textOf(document).replace(textOf(parseHtml(page)), ''))).toEqual(
      without.map(textOf),
    );
  });

  it('keeps the elements of its own text', async () => {
    const documents = await Promise.all(texts.map((html) => resolved(html, page)));
    const own = placesOf(parseHtml(page)).map((place) => (name === 'form' ? place.replace('form ', '') : place));
    const missing = documents.map((document) => {
      const places = placesOf(document);
      return own.filter((place) => !places.some((found) => found.endsWith(place)));
    });
    expect(missing).toEqual(texts.map(() => []));
  });
});

describe('text of a page', () => {
  it.each(TEXT_HOSTS)('is all that is included in $host', async ({ html, expected }) => {
    const page = '<p>A</p><p>B<script>"a"</script></p>';
    const document = await resolved(html, page);
    expect(serializeHtml(document)).toBe(expected);
    expect(outlineOf(sketchOf(document.children))).toEqual(readByBrowser(expected));
  });

  it.each(['xmp', 'iframe', 'noembed', 'noframes', 'script', 'style'])('is not included in %s', async (name) => {
    const html = `<${name}>x{{@1}}y</${name}>z`;
    expect(serializeHtml(await resolved(html, '<p>A</p>'))).toBe(html);
  });
});

describe('a split around a page', () => {
  it.each([
    [
      'a link',
      '<a id="i" href="/a">x{{@1}}y</a>',
      '<a href="/b">A</a>',
      '<a id="i" href="/a">x</a><a href="/b">A</a><a href="/a">y</a>',
    ],
    ['a link, without empty parts', '<a href="/a">{{@1}}</a>', '<a href="/b">A</a>', '<a href="/b">A</a>'],
    [
      'no link beside a table cell',
      '<a href="/a"><table><tr><td>x{{@1}}</td></tr></table></a>',
      '<a href="/b">A</a>',
      '<a href="/a"><table><tr><td>x<a href="/b">A</a></td></tr></table></a>',
    ],
    [
      'a button',
      '<button><b>x{{@1}}y</b></button>',
      '<button>A</button>',
      '<button><b>x</b></button><button>A</button><button><b>y</b></button>',
    ],
    ['an item of a list', '<ul><li>x{{@1}}y</li></ul>', '<li>A</li>', '<ul><li>x</li><li>A</li><li>y</li></ul>'],
    ['a heading around a paragraph', '<h1><p>x{{@1}}y</p></h1>', '<h2>A</h2>', '<h1><p>x</p></h1><h2>A</h2><p>y</p>'],
    [
      'no heading around a table',
      '<h1><table><tr><td>x{{@1}}y</td></tr></table></h1>',
      '<p>A</p>',
      '<h1><table><tr><td>x<p>A</p>y</td></tr></table></h1>',
    ],
  ])('divides %s', async (_what, html, page, expected) => {
    expect(serializeHtml(await resolved(html, page))).toBe(expected);
  });

  it.each([
    ['<p>x{{@1#s}}y</p>', '<p>x</p><p>A</p><ul><li>B</li></ul><p>y</p>'],
    ['<p>x <b>{{@1#s}}</b></p>', '<p>x </p><p>A</p><ul><li>B</li></ul>'],
    ['<h1>x{{@1#s}}y</h1>', '<h1>x<p>A</p><ul><li>B</li></ul>y</h1>'],
  ])('is made for a section with blocks: %s', async (html, expected) => {
    const document = await resolved(html, '<div id="s"><p>A</p><ul><li>B</li></ul></div>');
    expect(serializeHtml(document)).toBe(expected);
    expect(outlineOf(sketchOf(document.children))).toEqual(readByBrowser(expected));
  });
});
