import { ATTACKS } from '../../../../testing/data/attack-strings.data';
import { markdownToHtml } from '../../../../text/formats/markdown';
import { RECORDED_HTML, RECORDED_MARKDOWN } from '../../../../testing/data/recorded-pages.data';
import { withSectionIds } from '../../../../testing/section-ids';
import { htmlToMarkdown } from './html-to-markdown';

const RECORDED = [...RECORDED_HTML, ...RECORDED_MARKDOWN].map(({ stored }) => stored);

describe('htmlToMarkdown', () => {
  it.each([
    ['headings lose their ids', '<h2 id="bkmrk-a">A</h2><p>b</p>', '## A\n\nb'],
    ['bold and emphasis', '<p>a <b>b</b> <strong>c</strong> <em>d</em> <i>e</i></p>', 'a **b** **c** *d* *e*'],
    ['links', '<p><a href="/rel">a link</a></p>', '[a link](/rel)'],
    ['linked images', '<p><a href="/b.png"><img src="/a.png" alt="A"></a></p>', '[![A](/a.png)](/b.png)'],
    ['lists', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['numbered lists', '<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    ['empty list items', '<ol><li>a</li><li></li><li>c</li></ol>', '1. a\n2. \n3. c'],
    ['lists in lists', '<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>', '- a\n    - b\n    - c\n- d'],
    [
      'tasks',
      '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>',
      '- [x] done\n- [ ] open',
    ],
    ['code with its language', '<pre><code class="language-php">x &lt; y;</code></pre>', '```php\nx < y;\n```'],
    ['code without a language', '<pre>a\n  b</pre>', '```\na\n  b\n```'],
    ['code that holds a fence', '<pre><code>```\na\n```</code></pre>', '````\n```\na\n```\n````'],
    ['quotes', '<blockquote><p>a</p></blockquote>', '> a'],
    ['rules', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
    [
      'tables stay HTML',
      '<table id="t"><tr><td><p>1</p></td></tr></table>',
      '<table id="t"><tr><td><p>1</p></td></tr></table>',
    ],
    [
      'callouts stay HTML with everything in them',
      '<p id="n" class="callout info"><b>note</b>\n<a href="/x">l</a><br>*</p>',
      '<p class="callout info"><b>note</b> <a href="/x">l</a><br>*</p>',
    ],
    [
      'drawings stay HTML',
      '<div drawio-diagram="4"><img src="/d.png"></div>',
      '<div drawio-diagram="4"><img src="/d.png"></div>',
    ],
    [
      'details stay HTML around Markdown',
      '<details><summary>s</summary><p>d</p></details>',
      '<details><summary>s</summary>\n\nd\n\n</details>',
    ],
    [
      'unknown words stay HTML',
      '<p>a <u>b</u> <span style="color: red">c</span></p>',
      'a <u>b</u> <span style="color: red">c</span>',
    ],
    ['text that looks like Markdown is escaped', '<p>1*2 _x_ [y]</p>', '1\\*2 \\_x\\_ \\[y\\]'],
    ['scripts stay unchanged', '<p><script>alert(1)</script>end</p>', '<script>alert(1)</script>end'],
    [
      'Markdown behind scripts has its own line',
      '<p><script>alert(1)</script><b>end</b></p>',
      '<script>alert(1)</script>\n\n**end**',
    ],
    [
      'text that looks like a tag',
      '<p>a &lt;script&gt; &lt;/b&gt; 1 &lt; 2</p>',
      'a &lt;script&gt; &lt;/b&gt; 1 &lt; 2',
    ],
    ['a greater-than sign that starts a text', '<p>&gt; a</p>', '&gt; a'],
    ['text that looks like an entity', '<p>&amp;amp; &amp;#60; a &amp; b</p>', '&amp;amp; &amp;#60; a &amp; b'],
    ['code keeps its signs', '<p><code>a &lt;b&gt; &amp;</code></p>', '`a <b> &`'],
    ['mail addresses', '<p><a href="mailto:ann@example.com">ann@example.com</a></p>', '<ann@example.com>'],
    ['named mail addresses', '<p><a href="mailto:ann@example.com">Ann</a></p>', '[Ann](mailto:ann@example.com)'],
    ['anchors stay HTML', '<p><a id="x">a</a> <a href="">b</a></p>', '<a id="x">a</a> <a href="">b</a>'],
    ['a fence of tildes in a text', '<p>~~~</p>', '\\~\\~\\~'],
    ['an address that looks like an entity', '<p><a href="/?a&amp;amp;b">a</a></p>', '[a](/?a&amp;amp;b)'],
    ['tildes', '<p>~~a~~ ~b</p>', '\\~\\~a\\~\\~ \\~b'],
    ['line breaks in headings', '<h2>a<br>b</h2><p>c<br>d</p>', '## a<br>b\n\nc  \nd'],
    ['tasks without a space', '<ul><li><input type="checkbox" checked>done</li></ul>', '- [x] done'],
    [
      'tables with one row of headings',
      '<table id="t"><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>1 | <b>2</b></td><td>3<br>4</td></tr></tbody></table>',
      '| a | b |\n| --- | --: |\n| 1 \\| **2** | 3<br>4 |',
    ],
    ['tables without a body part', '<table><tr><th>a</th></tr><tr><td></td></tr></table>', '| a |\n| --- |\n|  |'],
    [
      'tables of merged cells stay HTML',
      '<table><tr><th colspan="2">a</th></tr></table>',
      '<table><tr><th colspan="2">a</th></tr></table>',
    ],
    [
      'tables of blocks stay HTML',
      '<table><tr><th>a</th></tr><tr><td><p>b</p></td></tr></table>',
      '<table><tr><th>a</th></tr><tr><td><p>b</p></td></tr></table>',
    ],
    ['empty lines in tables', '<table>\n\n<tr><td>a</td></tr>\n\n</table>', '<table>\n<tr><td>a</td></tr>\n</table>'],
    ['players alone in a paragraph', '<p><video src="/a.mp4"></video></p>', '<video src="/a.mp4"></video>'],
    ['emphasis around blocks stays HTML', '<b><p>a</p></b>', '<b>\n<p>a</p></b>'],
    ['names that Markdown reads as text are dropped', '<p><a\u00a0b="c">d</a\u00a0b="c"></p>', 'd'],
    ['nothing', '', ''],
  ])('handles the case: %s', (_what, html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
  });

  it.each([...Object.values(ATTACKS).flat(), ...RECORDED])(
    'gives a stable result when converted to HTML and back: %j',
    (html) => {
      const read = markdownToHtml(htmlToMarkdown(withSectionIds(html))).html;
      expect(markdownToHtml(htmlToMarkdown(read)).html).toBe(read);
    },
  );

  it('converts 20,000 nested elements', () => {
    expect(htmlToMarkdown(`${'<div>'.repeat(20_000)}x`)).toContain('x');
  });

  it('fences code with 200,000 lines of backticks', () => {
    expect(htmlToMarkdown(`<pre>${'`\n'.repeat(200_000)}\`\`\`\`</pre>`)).toMatch(/^`{5}\n/);
  });

  it('numbers the items of nested lists separately', () => {
    expect(htmlToMarkdown('<ol start="3"><li>a<ol><li>b</li></ol></li><li>c</li></ol>')).toBe('3. a\n    1. b\n4. c');
  });
});
