import { filterHtml } from './output-filters';
import { RECORDED_HTML, RECORDED_MARKDOWN } from '../../testing/data/recorded-pages.data';

const withoutIncludes = [...RECORDED_HTML, ...RECORDED_MARKDOWN].filter(({ name }) => !name.startsWith('include'));

describe('with the default filters, a page', () => {
  const letters = 'jfha';

  it.each(withoutIncludes)('is shown as recorded: $name', ({ stored, rendered }) => {
    expect(filterHtml(stored, { letters })).toBe(rendered ?? stored);
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
    [
      'ends the elements after a lost one',
      '<p>a<img> <b>b</b> <image src="data:x"></p><iframe src="//a"></iframe><p>c</p>',
      '<p>a <b>b</b> </p><iframe src="//a"></iframe><p>c</p>',
    ],
    [
      'unwraps an unknown element whatever its name is',
      '<p><dropped class="x">a</dropped><b>b</b></p>',
      '<p>a<b>b</b></p>',
    ],
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
    [
      'prints flags without a value, and loses those with a strange one',
      '<ol reversed="reversed"><li>a</li></ol><ol reversed="yes"><li>b</li></ol>',
      '<ol reversed><li>a</li></ol><ol><li>b</li></ol>',
    ],
    ['keeps details', '<details open><summary>a</summary>b</details>', '<details open><summary>a</summary>b</details>'],
    [
      'keeps only the ids of sections',
      '<p id="bkmrk-a">a</p><p id="location">b</p><p id="bkmrk-b c">d</p>',
      '<p id="bkmrk-a">a</p><p>b</p><p>d</p>',
    ],
    [
      'escapes text that looks like markup',
      '<p>a &lt;b&gt; &amp;amp; / &gt;</p>',
      '<p>a &lt;b&gt; &amp;amp; / &gt;</p>',
    ],
    ['prints newlines of one form', '<p>a\r\nb\rc</p>', '<p>a\nb\nc</p>'],
    ['prints empty elements without a slash', '<br/><hr/>a /> b', '<br><hr>a /&gt; b'],
  ])('%s', (_rule, input, rendered) => expect(filterHtml(input, { letters })).toBe(rendered));
});

describe('attributes', () => {
  it.each([
    [
      'global ones',
      '<p class=" b  a b" title=" t\nu " lang="de-AT" dir="RTL" tabindex="+3">a</p>',
      '<p class="b a" title="t u" lang="de-at" dir="rtl" tabindex="3">a</p>',
    ],
    [
      'strange values of global ones',
      '<p class=" " lang="German!" dir="up" tabindex="x" accesskey="k" hidden>a</p>',
      '<p>a</p>',
    ],
    [
      'sizes of images',
      '<img src="/a" alt="" width="10px" height="50%"><img src="/b" alt="" width="007">',
      '<img src="/a" alt="" width="10"><img src="/b" alt="" width="7">',
    ],
    [
      'sizes of frames',
      '<iframe src="//a" width="120%" height="30.5px"></iframe>',
      '<iframe src="//a" width="100%" height="30"></iframe>',
    ],
    [
      'lazy images, without further addresses',
      '<img src="/a" alt="" srcset="/a 1x" sizes="100vw" loading="LAZY">',
      '<img src="/a" alt="" loading="lazy">',
    ],
    [
      'images of FTP, but none of other schemes',
      '<img src="ftp://a/b" alt="c"><img src="file:///d" alt="e"><img src="foo:d">',
      '<img src="ftp://a/b" alt="c">',
    ],
    [
      'players',
      '<audio src="/a" controls loop muted autoplay preload="auto"></audio>',
      '<audio src="/a" controls preload="auto"></audio>',
    ],
    [
      'downloads',
      '<a href="/a" download="b c.txt">a</a><a href="/a" download>b</a>',
      '<a href="/a" download="b c.txt">a</a><a href="/a" download="">b</a>',
    ],
    [
      'numbers',
      '<ol start="x" type="z"><li value="y">a</li></ol><ol start="-2" type="I"><li value="3">a</li></ol>',
      '<ol><li>a</li></ol><ol start="-2" type="I"><li value="3">a</li></ol>',
    ],
    [
      'cells',
      '<table><tr><td colspan="2" rowspan="x" headers="h" scope="row">a</td><th scope="COL" abbr="b">c</th></tr></table>',
      '<table><tr><td colspan="2">a</td><th scope="col" abbr="b">c</th></tr></table>',
    ],
    [
      'addresses',
      '<a href="HTTPS://u:p@A.example:443/%7e%c3%zz?a#b">a</a><a href="http://a.example:8080">b</a>',
      '<a href="https://A.example/~%C3%25zz?a#b">a</a><a href="http://a.example:8080">b</a>',
    ],
    ['telephone numbers', '<a href="tel:+43 (1) 23-4 X5">a</a>', '<a href="tel:+431234x5">a</a>'],
  ])('print %s', (_what, input, rendered) => expect(filterHtml(input, { letters: 'jfha' })).toBe(rendered));
});

describe('older HTML', () => {
  it.each([
    [
      'elements',
      '<strike>a</strike><tt>b</tt><acronym title="c">d</acronym><menu><li>e</li></menu>',
      '<s>a</s><code>b</code><abbr title="c">d</abbr><ul><li>e</li></ul>',
    ],
    [
      'centred and big text',
      '<center class="a">b</center><p><big style="color:red">c</big></p>',
      '<div class="a" style="text-align:center;">b</div><p><span style="font-size:larger;color:#FF0000;">c</span></p>',
    ],
    [
      'fonts',
      '<font color="red" size="5" face="Arial">a</font><font size="+1">b</font><font size="-9">c</font>',
      '<span style="color:#FF0000;font-family:Arial;font-size:x-large;">a</span><span style="font-size:large;">b</span><span style="font-size:xx-small;">c</span>',
    ],
    [
      'colours and sizes of tables',
      '<table align="center" bgcolor="#ff0000" height="9"><tr bgcolor="blue"><td width="50" nowrap>a</td></tr></table>',
      '<table style="height:9px;background-color:#ff0000;margin-left:auto;margin-right:auto;"><tr bgcolor="#0000FF"><td style="width:50px;white-space:nowrap;">a</td></tr></table>',
    ],
    [
      'images',
      '<img src="/a" alt="" align="LEFT" border="1" hspace="5">',
      '<img src="/a" alt="" style="margin-left:5px;margin-right:5px;border:1px solid;float:left;">',
    ],
    [
      'rules and breaks',
      '<hr align="left" size="3" width="50%" noshade><br clear="all">',
      '<hr style="width:50%;height:3px;color:#808080;background-color:#808080;border:0;margin-left:0;margin-right:auto;text-align:left;"><br style="clear:both;">',
    ],
    [
      'kinds of lists',
      '<ul type="square"><li type="i">a</li></ul><p align="x">b</p>',
      '<ul style="list-style-type:square;"><li style="list-style-type:lower-roman;">a</li></ul><p>b</p>',
    ],
    [
      'captions and frames',
      '<table><caption align="bottom">a</caption></table><iframe src="//a" frameborder="0"></iframe>',
      '<table><caption style="caption-side:bottom;">a</caption></table><iframe src="//a" style="border:0;"></iframe>',
    ],
  ])('has successors: %s', (_what, input, rendered) => expect(filterHtml(input, { letters: 'jfha' })).toBe(rendered));

  it('brings no unsafe style', () => {
    expect(filterHtml('<font color="red;position:fixed">a</font>', { letters: 'jfha' })).toBe(
      '<span style="color:#FF0000;">a</span>',
    );
  });
});

describe('contents that HTML does not allow', () => {
  it.each([
    [
      'rows without cells',
      '<table><tbody><tr><td>a</td></tr><tr></tr></tbody><tfoot><tr></tr></tfoot></table>',
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    ],
    [
      'rows beside groups of rows',
      '<table><thead><tr><th>a</th></tr></thead><tr><td>b</td></tr></table>',
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    ],
    ['rows of a table without groups', '<table><tr><td>a</td></tr></table>', '<table><tr><td>a</td></tr></table>'],
    [
      'lists in lists',
      '<ul><li>a</li><ol><li>b</li></ol></ul><ul><ul><li>c</li></ul></ul>',
      '<ul><li>a<ol><li>b</li></ol></li></ul><ul><li><ul><li>c</li></ul></li></ul>',
    ],
    [
      'details without a summary',
      '<details>a</details><details> </details>',
      '<details><summary></summary>a</details>',
    ],
    [
      'a summary behind other contents',
      '<details>\n<p>a</p><summary>b</summary></details>',
      '<details>\n<summary>b</summary><p>a</p></details>',
    ],
    [
      'players without a source',
      '<audio controls></audio><video><source src="/a"></video>',
      '<video><source src="/a"></video>',
    ],
  ])('are mended: %s', (_what, input, rendered) => expect(filterHtml(input, { letters: 'jfha' })).toBe(rendered));
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
    [
      'j',
      '<noscript><p><style></noscript><img src=x onerror="y"></style></p><!--</NOSCRIPT>-->a</noscript><style></noscript></style>',
      '<noscript><p><style></style></p>a</noscript><style></noscript></style>',
    ],
    ['a', '<form onsubmit="x"><p onclick="y">a</p><script>z</script></form>', '<p>a</p>'],
    ['a', '<p><input type="text"> <b>a</b> <input></p><p>b</p>', '<p> <b>a</b> </p><p>b</p>'],
  ])('apply only the letters %j to %s', (letters, input, rendered) =>
    expect(filterHtml(input, { letters })).toBe(rendered),
  );
});

it('hostile nesting is filtered without failing', () => {
  expect(filterHtml(`${'<div>'.repeat(20_000)}x`, { letters: 'jfha' })).toContain('x');
});
