import { plainText, sanitised } from './sanitised';

it.each([
  ['<script>alert(1)</script>x', 'x'],
  ['<style>p{}</style>x', 'x'],
  ['<img src=x onerror=alert(1)>', '<img src="x" />'],
  ['<img src="data:text/html,x">', '<img />'],
  ['<p><img src="cid:a"> <b>x</b> <img> y</p><p>z</p>', '<p><img /> <b>x</b> <img /> y</p><p>z</p>'],
  ['<p><font><b>x</b></font> <input><i>y</i> z</p>', '<p><b>x</b> <i>y</i> z</p>'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="JaVaScRiPt&#58;alert(1)">x</a>', '<a>x</a>'],
  ['<a href="//evil.test">x</a>', '<a>x</a>'],
  ['<a href="https://x.test/?a=1&b=2" target="_blank" style="x">x</a>', '<a href="https://x.test/?a=1&amp;b=2">x</a>'],
  ['<a href="mailto:a@x.test">x</a>', '<a href="mailto:a@x.test">x</a>'],
  ['<iframe src="https://x.test"></iframe><form><input></form>', ''],
  ['<svg><script>1</script></svg>', ''],
  ['<p id="x" class="y" onclick="z" title="t">x</p>', '<p title="t">x</p>'],
  ['<b>open', '<b>open</b>'],
  ['1 > 0', '1 &gt; 0'],
  ['"Fish"\r\nand\u00a0chips', '"Fish"\r\nand\u00a0chips'],
  ['<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
])('sanitised turns %j into %j', (html, clean) => expect(sanitised(html)).toBe(clean));

it.each([
  ['Late & noisy', 'Late & noisy'],
  ['A <b>bold</b> & "quoted" title <script>x</script>', 'A bold & "quoted" title'],
  ['Fish &amp; Chips', 'Fish & Chips'],
  ['Caf&eacute; &#8211; 5&nbsp;o&#8217;clock', 'Café – 5 o’clock'],
  ['1 < 2 > 0', '1 < 2 > 0'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['<p>First.</p>\n<p>Second<br />line.</p>', 'First. Second line.'],
  ['  many   spaces ', 'many spaces'],
  ['Fête d’été – 日本', 'Fête d’été – 日本'],
])('plainText turns %j into %j', (html, text) => expect(plainText(html)).toBe(text));
