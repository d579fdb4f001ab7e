import { filterHtml } from './output-filters';
import { RECORDED_HTML, RECORDED_MARKDOWN } from '../../testing/data/recorded-pages.data';

const withoutIncludes = [...RECORDED_HTML, ...RECORDED_MARKDOWN].filter(({ name }) => !name.startsWith('include'));

describe('with the default filters, a page', () => {
  const letters = 'jfha';

  it.each(withoutIncludes)('is shown as recorded: $name', ({ stored, shown }) => {
    expect(filterHtml(stored, { letters })).toBe(shown ?? stored);
  });

  it.each([
    [
      'names an image without alt by its file',
      '<img src="https://example.com/d/a.png">',
      '<img src="https://example.com/d/a.png" alt="a.png">',
    ],
    ['gives an image with an empty source an empty alt', '<img src="">', '<img src="" alt="">'],
    ['keeps a given alt, also an empty one', '<img src="/a.png" alt="">', '<img src="/a.png" alt="">'],
    ['loses an image without source', '<p>a<img alt="x">b</p>', '<p>ab</p>'],
    ['prints no-break spaces raw', '<p>a&nbsp;b</p>', '<p>a\u00a0b</p>'],
    ['has no comments', '<p>a<!-- c -->b</p><!-- d -->', '<p>ab</p>'],
    ['loses an element with a script address, and its text', '<p>a<a href="JavaScript:x()">b</a>c</p>', '<p>ac</p>'],
    [
      'loses an element with control characters in its script address',
      '<p>a<a href="java&#10;script:x()">b</a>c</p>',
      '<p>ac</p>',
    ],
    [
      'loses only the attribute of other schemes',
      '<a href="vbscript:x">a</a><a href="data:x">b</a><a href="foo:x">c</a>',
      '<a>a</a><a>b</a><a>c</a>',
    ],
    ...['http:', 'https:', 'mailto:', 'ftp:', 'nntp:', 'news:', 'tel:', 'file:', '', '/x', '#x', '?x', '//x'].map(
      (address): [string, string, string] => [
        `keeps the address ${address}`,
        `<a href="${address}">x</a>`,
        `<a href="${address}">x</a>`,
      ],
    ),
    ['keeps frames of any host', '<iframe src="//example.com/x"></iframe>', '<iframe src="//example.com/x"></iframe>'],
    ['loses the source of a relative frame', '<iframe src="/x" width="1"></iframe>', '<iframe width="1"></iframe>'],
    [
      'loses the content of a frame',
      '<iframe src="https://a.example">text</iframe>',
      '<iframe src="https://a.example"></iframe>',
    ],
    [
      'keeps objects and embeds of absolute addresses',
      '<object data="https://a.example/x"></object><embed src="/x">',
      '<object data="https://a.example/x"></object><embed>',
    ],
    ['loses forms and fieldsets with their content', '<form><p>a</p></form><fieldset>b</fieldset><p>c</p>', '<p>c</p>'],
    [
      'keeps only check boxes',
      '<input type="checkbox" name="x" checked><input type="text"><input>',
      '<input type="checkbox" checked>',
    ],
    [
      'unwraps labels, noscript, svg and unknown elements',
      '<label>a</label><noscript><b>b</b></noscript><svg><text>c</text></svg><foo>d</foo>',
      'a<b>b</b>cd',
    ],
    [
      'loses head elements with their content',
      '<title>a</title><base href="/"><style>b</style><template>c</template><p>d</p>',
      '<p>d</p>',
    ],
    [
      'turns the alignment of a paragraph into a style',
      '<p align="center" id="bkmrk-a">a</p>',
      '<p id="bkmrk-a" style="text-align:center;">a</p>',
    ],
    [
      'loses the alignment of cells and the border of tables',
      '<table border="1"><tr><td align="center">a</td></tr></table>',
      '<table><tr><td>a</td></tr></table>',
    ],
    ['prints named colours as hex', '<span style="color: red">a</span>', '<span style="color:#FF0000;">a</span>'],
    [
      'loses all data attributes except two',
      '<a data-mention-user-id="3" data-x="1">a</a><a data-mention-user-id="x">b</a>',
      '<a data-mention-user-id="3">a</a><a>b</a>',
    ],
    [
      'keeps drawings by number',
      '<div drawio-diagram="12">a</div><div drawio-diagram="x">b</div><p drawio-diagram="1">c</p>',
      '<div drawio-diagram="12">a</div><div>b</div><p>c</p>',
    ],
    [
      'allows new windows as the only target of links',
      '<a target="_blank" href="#">a</a><a target="_top" href="#">b</a>',
      '<a target="_blank" href="#">a</a><a href="#">b</a>',
    ],
    ['prints flags without a value', '<details open="open">a</details>', '<details open>a</details>'],
    ['keeps details', '<details open><summary>a</summary>b</details>', '<details open><summary>a</summary>b</details>'],
    ['keeps only the ids of sections', '<p id="bkmrk-a">a</p><p id="location">b</p>', '<p id="bkmrk-a">a</p><p>b</p>'],
    [
      'escapes text that looks like markup',
      '<p>a &lt;b&gt; &amp;amp; / &gt;</p>',
      '<p>a &lt;b&gt; &amp;amp; / &gt;</p>',
    ],
    ['prints empty elements without a slash', '<br/><hr/>a /> b', '<br><hr>a /&gt; b'],
  ])('%s', (_rule, given, shown) => expect(filterHtml(given, { letters })).toBe(shown));
});

describe('single filters', () => {
  it.each([
    ['', '<script>x</script><p onclick="y">&nbsp;</p>', '<script>x</script><p onclick="y">&nbsp;</p>'],
    ['j', '<script>x</script><form onsubmit="y"><style>z</style></form>', '<form><style>z</style></form>'],
    [
      'j',
      '<a href="JAVASCRIPT:x">a</a><form action="javascript:x">b</form><button formaction="javascript:x">c</button><b>d</b>',
      '<b>d</b>',
    ],
    ['j', '<img src="data:x"><iframe srcdoc="x"></iframe><object data="data:x"></object><b>d</b>', '<b>d</b>'],
    [
      'j',
      '<svg><a xlink:href="#x"><set to="javascript:x" fill="red"></set></a></svg>',
      '<svg><a><set fill="red"></set></a></svg>',
    ],
    [
      'f',
      '<form>a</form><button>b</button><select></select><input><input type="checkbox" form="x"><script>y</script>',
      '<input type="checkbox"><script>y</script>',
    ],
    [
      'h',
      '<meta charset="x"><link><style>a</style><title>b</title><template>c</template><script>y</script>',
      '<script>y</script>',
    ],
    ['a', '<form onsubmit="x"><p onclick="y">a</p><script>z</script></form>', '<p>a</p>'],
  ])('apply only the letters %j to %s', (letters, given, shown) => expect(filterHtml(given, { letters })).toBe(shown));
});

it('hostile nesting is filtered without failing', () => {
  expect(filterHtml(`${'<div>'.repeat(20_000)}x`, { letters: 'jfha' })).toContain('x');
});
