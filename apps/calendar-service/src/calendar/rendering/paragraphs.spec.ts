import { renderText } from './paragraphs';

it.each([
  ['', ''],
  ['  \n\n ', ''],
  ['Hello', '<p>Hello</p>'],
  ['An event content', '<p>An event content</p>'],
  [
    'First paragraph.\n\nSecond paragraph with <strong>bold</strong> text.',
    '<p>First paragraph.</p>\n<p>Second paragraph with <strong>bold</strong> text.</p>',
  ],
  ['one\r\n \r\n\r\ntwo', '<p>one</p>\n<p>two</p>'],
  ['one\ntwo', '<p>one<br />\ntwo</p>'],
  ['one<br>\ntwo<br/>three', '<p>one<br />\ntwo<br />three</p>'],
  ['one\n  two', '<p>one<br />\n  two</p>'],
  ['<br>one<br><br>two<br>', '<p>one</p>\n<p>two</p>'],
  ['<em>one\n\ntwo</em>', '<p><em>one<br />\ntwo</em></p>'],
  ['<p>A</p><p>B</p>', '<p>A</p>\n<p>B</p>'],
  [
    '<p>A</p>\n\nand\n\n<ul>\n<li>x</li>\n\n<li>y</li></ul>',
    '<p>A</p>\n<p>and</p>\n<ul>\n<li>x</li>\n<li>y</li>\n</ul>',
  ],
  ['before <div>in <p>side</p></div> after', '<p>before</p>\n<div>in\n<p>side</p>\n</div>\n<p>after</p>'],
  ['<p>one\ntwo\n\nthree</p>', '<p>one<br />\ntwo</p>\n<p>three</p>'],
  ['<div>one\ntwo</div>', '<div>one<br />\ntwo</div>'],
  ['<blockquote>one\n\ntwo</blockquote>', '<blockquote><p>one</p>\n<p>two</p></blockquote>'],
  ['<blockquote><p>one</p></blockquote>', '<blockquote>\n<p>one</p>\n</blockquote>'],
  ['<ul><li>a<ol><li>b</li></ol></li></ul> end', '<ul>\n<li>a\n<ol>\n<li>b</li>\n</ol>\n</li>\n</ul>\n<p>end</p>'],
  ['<table><tr><th>a</th><td>b</td></tr></table>', '<table>\n<tr>\n<th>a</th>\n<td>b</td>\n</tr>\n</table>'],
  [
    '<figure><img src="https://x.test/a.png"><figcaption>A</figcaption></figure>',
    '<figure><img src="https://x.test/a.png" /><figcaption>A</figcaption></figure>',
  ],
  ['<p>a<hr>b</p>', '<p>a</p>\n<hr />\n<p>b</p>'],
  ['a\n<hr>\nb', '<p>a</p>\n<hr />\n<p>b</p>'],
  ['<pre>a\n\nb</pre>', '<pre>a\n\nb</pre>'],
  ['Fish & Chips < 5 > 3', '<p>Fish &amp; Chips &lt; 5 &gt; 3</p>'],
  ['<p>open', '<p>open</p>'],
  ['stray</p> end', '<p>stray</p>\n<p>end</p>'],
  ['<p onclick="x">ok</p><script>alert(1)</script><iframe src="http://x.example.test"></iframe>', '<p>ok</p>'],
  ['<!-- note --><p>Block text</p>', '<p>Block text</p>'],
])('renderText renders %j as %j', (raw, html) => expect(renderText(raw)).toBe(html));

it('renderText is idempotent', () => {
  const raw = 'one\ntwo\n\n<ul><li>x</li></ul>three <a href="https://x.test/">link</a>';
  expect(renderText(renderText(raw))).toBe(renderText(raw));
});
