import { renderText } from './paragraphs';
import { htmlToText, textToHtml } from './html-text';

it.each([
  ['One\n\nTwo', 'One\n\nTwo'],
  ['<p>One</p><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
  ['<h2>Title</h2><ol><li>a</li><li>b</li></ol>', 'Title\n\n- a\n- b'],
  ['AT&amp;T &lt;b&gt; 1 < 2', 'AT&T <b> 1 < 2'],
  [
    '<a href="https://a.test/">https://a.test/</a> and <a href="https://b.test/">b</a>',
    'https://a.test/ and b (https://b.test/)',
  ],
  ['<script>alert(1)</script>', ''],
])('htmlToText turns %j into %j', (html, text) => expect(htmlToText(html)).toBe(text));

it.each([
  ['plain & simple, 1 < 2', '<p>plain &amp; simple, 1 &lt; 2</p>'],
  ['mail <ann@example.test>', '<p>mail &lt;ann@example.test&gt;</p>'],
  ['<b>bold</b> &amp; more', '<p><b>bold</b> &amp; more</p>'],
  ['One\n\nTwo', '<p>One</p>\n<p>Two</p>'],
])('textToHtml turns %j into %j', (text, html) => expect(renderText(textToHtml(text))).toBe(html));
