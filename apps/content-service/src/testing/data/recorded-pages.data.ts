/** Page content recorded from the reference: the input, the stored HTML (`raw_html`) and the HTML for readers (`html`, default filters). */
export interface RecordedPage {
  name: string;
  input: string;
  stored: string;
  /** Present if it differs from `stored`. */
  rendered?: string;
}

/** The pages that the include tags name. */
export const RECORDED_INCLUDED = new Map([
  [
    7,
    '<h2 id="bkmrk-sec">Section title</h2><p id="bkmrk-para">Para <b>text</b></p><ul id="bkmrk-list"><li>One</li><li>Two</li></ul><blockquote id="bkmrk-q">Quote</blockquote>',
  ],
  [8, '<h1 id="bkmrk-title">Title</h1>\n'],
]);

export const RECORDED_HTML: RecordedPage[] = [
  {
    name: 'ids-basic',
    input: '<p>First para</p><p>First para</p><h2>Heading Two</h2><div><h3>Nested heading</h3><p>no id here</p></div>',
    stored:
      '<p id="bkmrk-first-para">First para</p><p id="bkmrk-first-para-1">First para</p><h2 id="bkmrk-heading-two">Heading Two</h2><div id="bkmrk-nested-headingno-id-"><h3 id="bkmrk-nested-heading">Nested heading</h3><p>no id here</p></div>',
  },
  {
    name: 'ids-kept',
    input:
      '<p id="bkmrk-mine">a</p><p id="other">b</p><p id="bkmrk-mine">c</p><section><span id="inner">d</span></section>',
    stored:
      '<p id="bkmrk-mine">a</p><p id="bkmrk-b">b</p><p id="bkmrk-c">c</p><section id="bkmrk-d"><span id="bkmrk-d-1">d</span></section>',
  },
  {
    name: 'ids-long',
    input: '<p>The quick brown fox jumps over the lazy dog</p><p>The quick brown fox sleeps</p>',
    stored:
      '<p id="bkmrk-the-quick-brown-fox-">The quick brown fox jumps over the lazy dog</p><p id="bkmrk-the-quick-brown-fox--1">The quick brown fox sleeps</p>',
  },
  {
    name: 'ids-empty',
    input: '<p></p><hr><p> </p><p>&nbsp;</p>',
    stored: '<p id="bkmrk-"></p><hr id="bkmrk--1"><p id="bkmrk--2"> </p><p id="bkmrk-%C2%A0">&nbsp;</p>',
    rendered: '<p id="bkmrk-"></p><hr id="bkmrk--1"><p id="bkmrk--2"> </p><p id="bkmrk-%C2%A0">\u00a0</p>',
  },
  {
    name: 'ids-table',
    input: '<table><tbody><tr><td><h5>Simple Test</h5></td></tr></tbody></table>',
    stored:
      '<table id="bkmrk-simple-test"><tbody><tr><td><h5 id="bkmrk-simple-test-1">Simple Test</h5></td></tr></tbody></table>',
  },
  {
    name: 'ids-case',
    input: '<p>UPPER Case É ß</p><p>a  b\n c\t d</p>',
    stored: '<p id="bkmrk-upper-case-%C3%89-%C3%9F">UPPER Case É ß</p><p id="bkmrk-a-b-c-d">a  b\n c\t d</p>',
  },
  {
    name: 'links',
    input:
      '<h1 id="x">test</h1><p><a href="#x">to x</a> <a href="#unknown">no</a> <a href="#bkmrk-test">already</a></p>',
    stored:
      '<h1 id="bkmrk-test">test</h1><p id="bkmrk-to-x-no-already"><a href="#bkmrk-test">to x</a> <a href="#unknown">no</a> <a href="#bkmrk-test">already</a></p>',
  },
  { name: 'plain-text', input: 'just text without element', stored: 'just text without element' },
  {
    name: 'mixed-text',
    input: 'text <b>bold</b><p>para</p> tail',
    stored: 'text <b id="bkmrk-bold">bold</b><p id="bkmrk-para">para</p> tail',
  },
  {
    name: 'comment-and-entities',
    input: '<!-- hidden --><p>&lt;b&gt; &amp; &quot;q&quot; &copy; ü &#8364;</p>',
    stored: '<!-- hidden --><p id="bkmrk-%3Cb%3E-%26-%22q%22-%C2%A9-%C3%BC-%E2%82%AC">&lt;b&gt; &amp; "q" © ü €</p>',
    rendered: '<p id="bkmrk-%3Cb%3E-%26-%22q%22-%C2%A9-%C3%BC-%E2%82%AC">&lt;b&gt; &amp; "q" © ü €</p>',
  },
  {
    name: 'script',
    input: '<p>before<script>alert(1)</script>after</p><script>var a;</script><p onclick="x()">click</p>',
    stored:
      '<p id="bkmrk-beforealert%281%29after">before<script>alert(1)</script>after</p><script id="bkmrk-var-a%3B">var a;</script><p onclick="x()" id="bkmrk-click">click</p>',
    rendered: '<p id="bkmrk-beforealert%281%29after">beforeafter</p><p id="bkmrk-click">click</p>',
  },
  {
    name: 'js-links',
    input:
      '<p><a href="javascript:alert(1)">js</a><a href=" JavaScript:alert(1)">js2</a><a href="https://example.com">ok</a><a href="mailto:a@example.com">m</a><a href="/rel?x=1&amp;y=2">rel</a></p>',
    stored:
      '<p id="bkmrk-jsjs2okmrel"><a href="javascript:alert(1)">js</a><a href="JavaScript:alert(1)">js2</a><a href="https://example.com">ok</a><a href="mailto:a@example.com">m</a><a href="/rel?x=1&amp;y=2">rel</a></p>',
    rendered:
      '<p id="bkmrk-jsjs2okmrel"><a href="https://example.com">ok</a><a href="mailto:a@example.com">m</a><a href="/rel?x=1&amp;y=2">rel</a></p>',
  },
  {
    name: 'data-uris',
    input:
      '<p><img src="data:text/html,x"><iframe src="data:text/html,x"></iframe><a href="data:text/html,x">d</a></p>',
    stored:
      '<p id="bkmrk-d"><img src="data:text/html,x"><iframe src="data:text/html,x"></iframe><a href="data:text/html,x">d</a></p>',
    rendered: '<p id="bkmrk-d"><a>d</a></p>',
  },
  {
    name: 'forms',
    input:
      '<form action="/x"><p>in form</p><input name="a" value="b"><button>b</button><input type="checkbox" checked="checked"></form><p>after</p>',
    stored:
      '<form action="/x" id="bkmrk-in-formb"><p>in form</p><input name="a" value="b"><button>b</button><input type="checkbox" checked></form><p id="bkmrk-after">after</p>',
    rendered: '<p id="bkmrk-after">after</p>',
  },
  {
    name: 'iframe',
    input: '<p><iframe width="560" height="315" src="https://www.youtube.com/embed/abc" allowfullscreen></iframe></p>',
    stored:
      '<p id="bkmrk-"><iframe width="560" height="315" src="https://www.youtube.com/embed/abc" allowfullscreen></iframe></p>',
    rendered: '<p id="bkmrk-"><iframe width="560" height="315" src="https://www.youtube.com/embed/abc"></iframe></p>',
  },
  {
    name: 'style-attr',
    input:
      '<p style="color: #cc0000; position: fixed; background-color: #fff;" class="callout info" data-x="1" align="center">styled</p>',
    stored:
      '<p style="color: #cc0000; position: fixed; background-color: #fff;" class="callout info" data-x="1" align="center" id="bkmrk-styled">styled</p>',
    rendered:
      '<p style="text-align:center;color:#cc0000;background-color:#fff;" class="callout info" id="bkmrk-styled">styled</p>',
  },
  {
    name: 'head-things',
    input:
      '<style>p{color:red}</style><link rel="stylesheet" href="x.css"><meta http-equiv="refresh" content="0;url=/"><p>text</p>',
    stored:
      '<style id="bkmrk-p%7Bcolor%3Ared%7D">p{color:red}</style><link rel="stylesheet" href="x.css" id="bkmrk-"><meta http-equiv="refresh" content="0;url=/" id="bkmrk--1"><p id="bkmrk-text">text</p>',
    rendered: '<p id="bkmrk-text">text</p>',
  },
  {
    name: 'details',
    input:
      '<details><summary>Sum</summary><p>Body</p></details><p class="callout warning">w</p><pre><code class="language-php">echo "a &lt; b";</code></pre>',
    stored:
      '<details id="bkmrk-sumbody"><summary>Sum</summary><p>Body</p></details><p class="callout warning" id="bkmrk-w">w</p><pre id="bkmrk-echo-%22a-%3C-b%22%3B"><code class="language-php">echo "a &lt; b";</code></pre>',
  },
  {
    name: 'drawio',
    input:
      '<div drawio-diagram="12"><img src="https://example.com/a.png"></div><p><a href="https://example.com" target="_blank">n</a></p>',
    stored:
      '<div drawio-diagram="12" id="bkmrk-"><img src="https://example.com/a.png"></div><p id="bkmrk-n"><a href="https://example.com" target="_blank">n</a></p>',
    rendered:
      '<div drawio-diagram="12" id="bkmrk-"><img src="https://example.com/a.png" alt="a.png"></div><p id="bkmrk-n"><a href="https://example.com" target="_blank">n</a></p>',
  },
  {
    name: 'source',
    input:
      '<h2 id="bkmrk-sec">Section title</h2><p id="bkmrk-para">Para <b>text</b></p><ul id="bkmrk-list"><li>One</li><li>Two</li></ul><blockquote id="bkmrk-q">Quote</blockquote>',
    stored:
      '<h2 id="bkmrk-sec">Section title</h2><p id="bkmrk-para">Para <b>text</b></p><ul id="bkmrk-list"><li>One</li><li>Two</li></ul><blockquote id="bkmrk-q">Quote</blockquote>',
  },
  {
    name: 'include-inline',
    input: '<p id="bkmrk-i1">Before {{@7#bkmrk-para}} after</p>',
    stored: '<p id="bkmrk-i1">Before {{@7#bkmrk-para}} after</p>',
    rendered: '<p id="bkmrk-i1">Before Para <b>text</b> after</p>',
  },
  {
    name: 'include-heading',
    input: '<h1 id="bkmrk-i2">{{@7#bkmrk-sec}}</h1>',
    stored: '<h1 id="bkmrk-i2">{{@7#bkmrk-sec}}</h1>',
    rendered: '<h1 id="bkmrk-i2">Section title</h1>',
  },
  {
    name: 'include-list',
    input: '<p id="bkmrk-i3">A{{@7#bkmrk-list}}B</p>',
    stored: '<p id="bkmrk-i3">A{{@7#bkmrk-list}}B</p>',
    rendered: '<p id="bkmrk-a">A</p><ul id="bkmrk-list"><li>One</li><li>Two</li></ul><p id="bkmrk-i3">B</p>',
  },
  {
    name: 'include-page',
    input: '<p id="bkmrk-i4">{{@7}}</p>',
    stored: '<p id="bkmrk-i4">{{@7}}</p>',
    rendered:
      '<h2 id="bkmrk-sec">Section title</h2><p id="bkmrk-para">Para <b>text</b></p><ul id="bkmrk-list"><li>One</li><li>Two</li></ul><blockquote id="bkmrk-q">Quote</blockquote>',
  },
  {
    name: 'include-space',
    input: '<p id="bkmrk-i5">{{@ 7#bkmrk-q}}</p>',
    stored: '<p id="bkmrk-i5">{{@ 7#bkmrk-q}}</p>',
    rendered: '<p id="bkmrk-i5">Quote</p>',
  },
  {
    name: 'include-missing',
    input: '<p>x{{@99999999}}y</p><p id="bkmrk-i6">z{{@7#bkmrk-none}}w</p>',
    stored: '<p id="bkmrk-x%7B%7B%4099999999%7D%7Dy">x{{@99999999}}y</p><p id="bkmrk-i6">z{{@7#bkmrk-none}}w</p>',
    rendered: '<p id="bkmrk-x%7B%7B%4099999999%7D%7Dy">xy</p><p id="bkmrk-i6">zw</p>',
  },
  {
    name: 'include-not',
    input: '<p id="bkmrk-i7">{{@abc}} {{ 7 }} {@7}</p>',
    stored: '<p id="bkmrk-i7">{{@abc}} {{ 7 }} {@7}</p>',
  },
  {
    name: 'include-page-2',
    input: '<p id="bkmrk-i8">Pre {{@7#bkmrk-para}} post</p>',
    stored: '<p id="bkmrk-i8">Pre {{@7#bkmrk-para}} post</p>',
    rendered: '<p id="bkmrk-i8">Pre Para <b>text</b> post</p>',
  },
  { name: 'markdown-empty-html-given', input: '<p>h2</p>', stored: '<p id="bkmrk-h2">h2</p>' },
  {
    name: 'headings-twice',
    input: '<h2>Intro</h2><p>Hello <strong>world</strong></p><h2>Intro</h2><p>Again</p>',
    stored:
      '<h2 id="bkmrk-intro">Intro</h2><p id="bkmrk-hello-world">Hello <strong>world</strong></p><h2 id="bkmrk-intro-1">Intro</h2><p id="bkmrk-again">Again</p>',
  },
  {
    name: 'drawio-and-blocks',
    input:
      '<h1>One</h1><ul><li>a</li><li>b</li></ul><table><tr><td>1</td></tr></table><pre><code class="language-php">x &lt; y;</code></pre><p class="callout info">note</p><details><summary>s</summary><p>d</p></details>',
    stored:
      '<h1 id="bkmrk-one">One</h1><ul id="bkmrk-ab"><li>a</li><li>b</li></ul><table id="bkmrk-1"><tr><td>1</td></tr></table><pre id="bkmrk-x-%3C-y%3B"><code class="language-php">x &lt; y;</code></pre><p class="callout info" id="bkmrk-note">note</p><details id="bkmrk-sd"><summary>s</summary><p>d</p></details>',
  },
  {
    name: 'plain-text-html',
    input: 'just text, no tags & an ampersand',
    stored: 'just text, no tags &amp; an ampersand',
  },
  {
    name: 'scripts-stripped',
    input:
      '<p onclick="x()" id="keep-me">Hi<script>alert(1)</script><a href="javascript:alert(1)">j</a><iframe src="https://example.com"></iframe></p><p id="keep-me">dup id</p><form><input name="a"></form>',
    stored:
      '<p onclick="x()" id="bkmrk-hialert%281%29j">Hi<script>alert(1)</script><a href="javascript:alert(1)">j</a><iframe src="https://example.com"></iframe></p><p id="bkmrk-dup-id">dup id</p><form id="bkmrk-"><input name="a"></form>',
    rendered:
      '<p id="bkmrk-hialert%281%29j">Hi<iframe src="https://example.com"></iframe></p><p id="bkmrk-dup-id">dup id</p>',
  },
];

export const RECORDED_MARKDOWN: RecordedPage[] = [
  {
    name: 'basic',
    input: '# Title\n\nA paragraph with **bold**, *em*, `code` and [a link](https://example.com "T").\n\nNext  \nline',
    stored:
      '<h1 id="bkmrk-title">Title</h1>\n<p id="bkmrk-a-paragraph-with-bol">A paragraph with <strong>bold</strong>, <em>em</em>, <code>code</code> and <a href="https://example.com" title="T">a link</a>.</p>\n<p id="bkmrk-next-line">Next<br>\nline</p>\n',
  },
  {
    name: 'lists',
    input: '- a\n- b\n  - c\n\n1. one\n2. two\n\n* x\n\n* y',
    stored:
      '<ul id="bkmrk-a-b-c">\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n<ol id="bkmrk-one-two">\n<li>one</li>\n<li>two</li>\n</ol>\n<ul id="bkmrk-x-y">\n<li>\n<p>x</p>\n</li>\n<li>\n<p>y</p>\n</li>\n</ul>\n',
  },
  {
    name: 'task-list',
    input: '- [ ] open\n- [x] done',
    stored:
      '<ul id="bkmrk-open-done">\n<li class="task-list-item"><input disabled type="checkbox"> open</li>\n<li class="task-list-item"><input checked disabled type="checkbox"> done</li>\n</ul>\n',
  },
  {
    name: 'table',
    input: '| A | B |\n|---|:-:|\n| 1 | 2 |',
    stored:
      '<table id="bkmrk-a-b-1-2">\n<thead>\n<tr>\n<th>A</th>\n<th align="center">B</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td align="center">2</td>\n</tr>\n</tbody>\n</table>\n',
    rendered:
      '<table id="bkmrk-a-b-1-2">\n<thead>\n<tr>\n<th>A</th>\n<th>B</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n',
  },
  { name: 'strike', input: 'some ~~gone~~ text', stored: '<p id="bkmrk-some-gone-text">some <s>gone</s> text</p>\n' },
  {
    name: 'code-block',
    input: '```php\n<?php echo "a";\n```\n\n    indented\n',
    stored:
      '<pre id="bkmrk-%3C%3Fphp-echo-%22a%22%3B"><code class="language-php">&lt;?php echo "a";\n</code></pre>\n<pre id="bkmrk-indented"><code>indented\n</code></pre>\n',
  },
  {
    name: 'quote-rule',
    input: '> quoted\n> more\n\n---\n\nSetext\n======',
    stored:
      '<blockquote id="bkmrk-quoted-more">\n<p>quoted\nmore</p>\n</blockquote>\n<hr id="bkmrk-">\n<h1 id="bkmrk-setext">Setext</h1>\n',
  },
  {
    name: 'raw-html',
    input: '<div class="callout info">raw <b>html</b></div>\n\ntext <span style="color:#cc0000">inline</span>',
    stored:
      '<div class="callout info" id="bkmrk-raw-html">raw <b>html</b></div>\n<p id="bkmrk-text-inline">text <span style="color:#cc0000">inline</span></p>\n',
    rendered:
      '<div class="callout info" id="bkmrk-raw-html">raw <b>html</b></div>\n<p id="bkmrk-text-inline">text <span style="color:#cc0000;">inline</span></p>\n',
  },
  {
    name: 'raw-script',
    input: 'before\n\n<script>alert(1)</script>\n\nafter <a href="javascript:x()">l</a>',
    stored:
      '<p id="bkmrk-before">before</p>\n<script id="bkmrk-alert%281%29">alert(1)</script>\n<p id="bkmrk-after-l">after <a href="javascript:x()">l</a></p>\n',
    rendered: '<p id="bkmrk-before">before</p>\n\n<p id="bkmrk-after-l">after </p>\n',
  },
  {
    name: 'no-autolink',
    input: 'see https://example.com and <https://example.com> and a@example.com',
    stored:
      '<p id="bkmrk-see-https%3A%2F%2Fexample.">see https://example.com and <a href="https://example.com">https://example.com</a> and a@example.com</p>\n',
  },
  {
    name: 'escape',
    input: '\\*not em\\* &amp; &copy; <notatag> a_b_c',
    stored: '<p id="bkmrk-%2Anot-em%2A-%26-%C2%A9-a_b_c">*not em* &amp; © <notatag> a_b_c</notatag></p>\n',
    rendered: '<p id="bkmrk-%2Anot-em%2A-%26-%C2%A9-a_b_c">*not em* &amp; ©  a_b_c</p>\n',
  },
  {
    name: 'image',
    input: '![Alt text](https://example.com/i.png)',
    stored: '<p id="bkmrk-"><img src="https://example.com/i.png" alt="Alt text"></p>\n',
  },
  {
    name: 'duplicate-headings',
    input: '# Same\n\n# Same\n\n## Same',
    stored: '<h1 id="bkmrk-same">Same</h1>\n<h1 id="bkmrk-same-1">Same</h1>\n<h2 id="bkmrk-same-2">Same</h2>\n',
  },
  {
    name: 'include',
    input: 'Text that is longer than twenty characters {{@8#bkmrk-title}} end',
    stored:
      '<p id="bkmrk-text-that-is-longer-">Text that is longer than twenty characters {{@8#bkmrk-title}} end</p>\n',
    rendered: '<p id="bkmrk-text-that-is-longer-">Text that is longer than twenty characters Title end</p>\n',
  },
  { name: 'update-markdown', input: '## Changed', stored: '<h2 id="bkmrk-changed">Changed</h2>\n' },
  {
    name: 'whitespace',
    input: '# Lead\n\ntext',
    stored: '<h1 id="bkmrk-lead">Lead</h1>\n<p id="bkmrk-text">text</p>\n',
  },
  { name: 'crlf', input: 'a\r\nb\r\n\r\nc', stored: '<p id="bkmrk-a-b">a\nb</p>\n<p id="bkmrk-c">c</p>\n' },
  {
    name: 'markdown',
    input: '# Title\n\nSome *text* with `code`.\n\n- [ ] todo\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    stored:
      '<h1 id="bkmrk-title">Title</h1>\n<p id="bkmrk-some-text-with-code.">Some <em>text</em> with <code>code</code>.</p>\n<ul id="bkmrk-todo-done">\n<li class="task-list-item"><input disabled type="checkbox"> todo</li>\n<li class="task-list-item"><input checked disabled type="checkbox"> done</li>\n</ul>\n<table id="bkmrk-a-b-1-2">\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n',
  },
];
