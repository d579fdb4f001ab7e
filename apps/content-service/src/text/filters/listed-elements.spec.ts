import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { ATTACKS } from '../../testing/data/attack-strings.data';
import { MISNESTED_HTML, WELL_NESTED_HTML } from '../../testing/data/misnested.data';
import { outlineOf, type Sketch, sketchOf, standardSketchOf } from '../../testing/outline';
import { VOID } from '../tree/html-elements';
import { filterHtml } from './output-filters';

const TEXTS = [...Object.values(ATTACKS).flat(), ...MISNESTED_HTML, ...WELL_NESTED_HTML];
const REFUSED_ADDRESSES = ['cid:image001.png@01D', 'file:///C:/a.png', 'blob:a', 'a+b:c', 'JavaScript:a', 'data:a'];
/** Elements that the filters print as they stand here, and elements in their place that they leave out. */
const REFUSED: Record<string, string[]> = {
  '<img src="/allowed.png" alt="">': [
    ...REFUSED_ADDRESSES.map((address) => `<img src="${address}" alt="a">`),
    ...['<img>', '<img alt="a">', '<img srcset="/a.png 1x">', '<img data-src="/a.png">'],
  ],
  '<input type="checkbox" value="allowed">': [
    '<input>',
    '<input type="text">',
    '<input type="">',
    '<input value="a" checked>',
  ],
};
const PAIRS = Object.entries(REFUSED).flatMap(([allowed, all]) =>
  all.map((refused): [string, string] => [refused, allowed]),
);
/** Enough for long lists of texts. */
const SOME = ['<img src="cid:image001.png@01D" alt="a">', '<img>', '<input>'];
/** The filter `j` removes these before empty parents are left out, as on the reference. */
const ACTIVE = /javascript|data:a/i;
const COMBINATIONS: [string, [string, string][]][] = [
  ['a', PAIRS],
  ['jfha', PAIRS.filter(([refused]) => !ACTIVE.test(refused))],
];

/** Each mark stands for the same element. */
const MARK = '\ue000';
const filtered = (marked: string, element: string, letters: string) =>
  filterHtml(marked.replaceAll(MARK, element), { letters });
const differing = (marked: string, letters: string, pairs: [string, string][]) =>
  pairs.filter(
    ([refused, allowed]) =>
      filtered(marked, refused, letters) !== filtered(marked, allowed, letters).replaceAll(allowed, ''),
  );

const INLINE = 'a b i em strong span code s sub mark font big strike tt acronym foo'.split(' ');
const BLOCK = 'p h2 div blockquote center details section figure pre ul dl table'.split(' ');
const opened: Record<string, [string, string]> = {
  a: ['<a href="/b">', '</a>'],
  details: ['<details><summary>a</summary>', '</details>'],
  ul: ['<ul><li>a', '</li><li>b</li></ul>'],
  dl: ['<dl><dt>a</dt><dd>', '</dd></dl>'],
  table: ['<table><tr><td>', '</td><td>b</td></tr></table>'],
};
const around = (name: string) => (inner: string[]) => {
  const [start, end] = opened[name] ?? [`<${name}>`, `</${name}>`];
  return `${start}${inner.join('')}${end}`;
};
/** HTML with marks between and inside of elements. */
const { marked } = fc.letrec<{ marked: string }>((tie) => ({
  marked: fc.oneof(
    { depthSize: 'small' },
    { weight: 3, arbitrary: fc.constantFrom(MARK, 'a', ' ', '<br>', '<hr>', '<!-- c -->') },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...INLINE, ...BLOCK), fc.array(tie('marked'), { minLength: 1, maxLength: 4 }))
        .map(([name, inner]) => around(name)(inner)),
    },
  ),
}));

describe.each(COMBINATIONS)('with the filters %s, a refused element', (letters, pairs) => {
  it('is all that differs from the same HTML with an allowed one', () => {
    fc.assert(
      fc.property(fc.array(marked, { minLength: 1, maxLength: 4 }), (pieces) => {
        expect(differing(pieces.join(''), letters, pairs)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, (text: string) => string]>([
    ['before', (text) => `${MARK}<b>a</b>${text}`],
    ['inside of elements before', (text) => `<ul><li><a href="/b">${MARK}</a>${MARK}<i>c</i>${text}</li></ul>`],
  ])('is all that differs %s an attack or misnested HTML', (_place, placed) => {
    const some = pairs.filter(([refused]) => SOME.includes(refused));
    expect(some).toHaveLength(SOME.length);
    expect(TEXTS.flatMap((text) => differing(placed(text), letters, some))).toEqual([]);
  });
});

const isCounted = (name: string) => !['tbody', 'colgroup'].includes(name);
/** The tags that make the tree of a browser. */
const tagsOf = (sketches: Sketch[]): string[] =>
  sketches.flatMap((sketch) => {
    if (typeof sketch === 'string' || 'comment' in sketch) return [];
    const inside = tagsOf(sketch.children);
    if (!isCounted(sketch.name)) return inside;
    return VOID.has(sketch.name) ? [sketch.name] : [sketch.name, ...inside, `/${sketch.name}`];
  });
/** Whether browsers build another tree of filtered HTML than its tags tell. Texts and values have no `<` there. */
function isMisread(html: string): boolean {
  const written = [...html.matchAll(/<(\/?([^\s>]+))/g)].flatMap(([, tag = '', name = '']) =>
    isCounted(name) ? [tag] : [],
  );
  const read = standardSketchOf(html);
  const outline = outlineOf(sketchOf(parseDocument(html).children));
  return written.join() !== tagsOf(read).join() || outline.join('\n') !== outlineOf(read).join('\n');
}

const VALUE = /\b(src|href|data|poster|cite|srcset|type)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/gi;
/** Elements that end beside the text, at each depth. */
const nested = (text: string) =>
  `<table><tr><td><ul><li><p>a${text}<b>b</b></p></li></ul></td></tr></table><p>c <a href="/d">d</a></p>`;

const FOREIGN = 'svg math mi mtext foreignobject title desc'.split(' ');
const OTHER =
  'marquee noscript label nobr dialog select option noembed summary caption td li dd menu video object'.split(' ');
const { mixed } = fc.letrec<{ mixed: string }>((tie) => ({
  mixed: fc.oneof(
    { depthSize: 'small' },
    { weight: 2, arbitrary: fc.constantFrom('a', ' ', '<br>', '<img>', '<!-- c -->', '<input type="checkbox">') },
    {
      weight: 5,
      arbitrary: fc
        .tuple(fc.constantFrom(...INLINE, ...BLOCK, ...FOREIGN, ...OTHER), fc.array(tie('mixed'), { maxLength: 4 }))
        .map(([name, inner]) => around(name)(inner)),
    },
  ),
}));

describe.each(COMBINATIONS)('with the filters %s, browsers read the elements that are written', (letters) => {
  it('of any HTML', () => {
    fc.assert(
      fc.property(fc.array(mixed, { maxLength: 4 }), (pieces) => {
        expect(isMisread(filterHtml(pieces.join(''), { letters }))).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ...REFUSED_ADDRESSES.map((address) => [address, `$1="${address}"`]),
    ['an empty value', '$1=""'],
    ['no attribute', ''],
    ['a further attribute', 'data-$1="/a.png"'],
    ['sets of images', 'srcset="/a.png 1x"'],
  ])('of attacks and misnested HTML with %s in place of each value', (_what, replacement) => {
    const outputs = TEXTS.map((text) => text.replace(VALUE, replacement))
      .flatMap((text) => [text, nested(text)])
      .map((text) => filterHtml(text, { letters }));
    expect(outputs.filter(isMisread)).toEqual([]);
  });
});

describe('the allow-list alone', () => {
  it.each([
    ['an option with a check box', '<p>a<option>b<input type="checkbox">c</option>d</p>', '<p>ad</p>'],
    ['a script that holds another', '<p>a<script><!--<script></script>b</script>c</p>', '<p>ac</p>'],
    ['a style in MathML', '<math><mtext><mglyph><style><!--</style><img>--></style></mglyph></mtext></math>a', 'a'],
    ['an image without a source in a drawing', '<svg><desc><img>a<b>b</b></desc></svg>', 'a<b>b</b>'],
  ])('leaves out %s, and nothing else', (_what, given, shown) => {
    expect(filterHtml(given, { letters: 'a' })).toBe(shown);
  });

  it.each([
    ['an unknown element', '<p><dropped class="x">a<b>b</b></dropped><b>c</b></p>', '<p>a<b>b</b><b>c</b></p>'],
    [
      'a drawing with a block',
      '<p>a<svg><foreignObject><div>b</div></foreignObject></svg></p>',
      '<p>a</p><div>b</div>',
    ],
    [
      'a drawing with a link',
      '<a href="/a">a<svg><a href="/b">b</a></svg></a>c',
      '<a href="/a">a</a><a href="/b">b</a>c',
    ],
    ['a formula with a paragraph', '<p>a<math><mi><p>b</p></mi></math></p><p>c</p>', '<p>a</p><p>b</p><p>c</p>'],
    ['moving text', '<p>a<marquee><p>b</p></marquee></p>', '<p>a</p><p>b</p>'],
    [
      'centred text in an item',
      '<ul><li>a<center><li>b</li></center></li></ul>',
      '<ul><li>a<div style="text-align:center;"></div></li><li>b</li></ul>',
    ],
  ])('writes the elements around %s as browsers read them', (_what, given, shown) => {
    expect(filterHtml(given, { letters: 'a' })).toBe(shown);
  });
});
