import { HtmlRenderer, Parser } from 'commonmark';
import fc from 'fast-check';
import { htmlDocuments } from '../../../../testing/markdown/html-documents';
import { textOutline } from '../../../../testing/markdown/text-outline';
import { markdownToHtml } from '../../../../text/formats/markdown';
import { htmlToMarkdown } from './html-to-markdown';

const readAsCommonMark = (markdown: string) => new HtmlRenderer().render(new Parser().parse(markdown));
const readAsPage = (markdown: string) => markdownToHtml(markdown).html;

/** More runs with another seed: `ROUND_TRIPS=50000 ROUND_TRIPS_SEED=7`. */
const RUNS = {
  numRuns: Number(process.env.ROUND_TRIPS ?? 300),
  seed: Number(process.env.ROUND_TRIPS_SEED ?? 1),
};

describe('Markdown of HTML is read as the same text', () => {
  it.each([
    ['CommonMark', readAsCommonMark, { tables: false }],
    ['pages', readAsPage, { tables: true }],
  ])('by readers of %s, for any document', (_what, read, options) => {
    fc.assert(
      fc.property(htmlDocuments(options), (html) => {
        const markdown = htmlToMarkdown(html);
        expect({ html, markdown, outline: textOutline(read(markdown)) }).toEqual({
          html,
          markdown,
          outline: textOutline(html),
        });
      }),
      RUNS,
    );
  });

  it.each([
    ['a callout', '<p class="callout info">See <a href="/l">l</a> and <strong>b</strong><br>two *</p>'],
    ['a summary', '<details><summary><b>s</b> <a href="/x">l</a> <i>*</i></summary><p>d</p></details>'],
    ['a cell that stays HTML', '<table><tr><td><b>a</b><br>*<a href="/x">l</a></td></tr></table>'],
    ['preformatted text in a cell', '<ul><li>a<table><tr><td><pre>b\n\n  c</pre></td></tr></table></li></ul>'],
    ['bold before a letter', '<p><strong>Note:</strong>text</p>'],
    ['bold beside bold', '<p>a<b>b</b><b>c</b>d</p>'],
    ['emphasis before a letter', '<p><em>「引用」</em>後</p>'],
    ['emphasis beside bold', '<p><strong>b</strong><em>i</em><strong>x</strong>y</p>'],
    ['emphasis in bold', '<p><b>a <i>b</i>c</b>d <i>x<b>y</b>z</i></p>'],
    ['emphasis at both ends of bold', '<p><b><i>a</i> b <i>c</i></b></p>'],
    ['space inside emphasis', '<p>a<b> b </b>c<i>&nbsp;d</i></p>'],
    ['a line break inside emphasis', '<p><b>a<br></b>b<i><br>c</i></p>'],
    ['bold in bold', '<p><b>a <strong>b</strong> c</b></p>'],
    ['code with backticks', '<p><code>`</code> <code>a``b`</code> <b><code>`*`</code></b></p>'],
    ['code with spaces', '<p>a<code> b </code>c</p>'],
    ['code beside code', '<p><code>a</code><code>b</code></p>'],
    ['marked code', '<p><code>a<b>b</b></code></p>'],
    ['links with brackets', '<p><a href="/a(b">[x](y) \\[</a> <a href="/x)(" title="a (&quot;b\\">c</a></p>'],
    ['a link behind an exclamation mark', '<p>!<a href="/x">y</a></p>'],
    ['links with pipes', '<p><a href="/a|b" title="a|b">a|b</a></p>'],
    ['images', '<p><img src="/a b.png" alt="[a](b) *c* &lt;b&gt; &amp;amp;" title="&amp;amp; \\"></p>'],
    ['linked images with brackets', '<p><a href="/x"><img src="/y" alt="[a" title="]"></a></p>'],
    [
      'pipes in cells',
      '<table><tr><th>a|b</th></tr><tr><td><code>a|b</code> <a href="/x" title="a|b">|</a></td></tr></table>',
    ],
    [
      'a backslash before a pipe in a cell',
      '<table><tr><th>a\\|b</th></tr><tr><td><code>a\\|b</code></td></tr></table>',
    ],
    ['numbers in bullets', '<ul><li>a<ol start="3"><li>b</li><li>c</li></ol></li><li>d</li></ul>'],
    ['an empty first item', '<ul><li>a<ul><li></li><li>b</li></ul></li></ul>'],
    [
      'items that start with lists',
      '<ul><li><ul><li>a</li><li>b</li></ul></li><li><ol><li>c</li></ol><p>d</p></li></ul>',
    ],
    ['items that start with code', '<ul><li><pre><code>a\n  b\n</code></pre></li></ul>'],
    [
      'items with several blocks',
      '<ol start="98"><li>a<p>b</p></li><li>c<pre><code>d\n</code></pre></li><li>e<blockquote>f</blockquote></li></ol>',
    ],
    ['items that start with a rule', '<ul><li><hr></li><li>a</li></ul>'],
    ['a list that starts at zero', '<ol start="0"><li>a</li></ol>'],
    ['a list that starts below zero', '<ol start="-1"><li>a</li><li><b>b</b></li></ol>'],
    [
      'lists in a row',
      '<ul><li>a</li></ul><ul><li>b</li></ul><ul><li>c</li></ul><ol><li>d</li></ol><ol><li>e</li></ol>',
    ],
    ['items that look like items', '<ul><li>- a</li><li>1. b</li><li>+</li><li>[x] c</li><li># d</li></ul>'],
    [
      'lines that look like blocks',
      '<p>a<br>- b<br>+ c<br>1. d<br>2) e<br># f<br>&gt; g<br>---<br>===<br>~~~<br>```<br>+</p>',
    ],
    [
      'paragraphs that look like blocks',
      '<p>1.</p><p>+</p><p>#</p><p>===</p><p>[x]: /y</p><p>* * *</p><p>-</p><p>&nbsp;&nbsp;&nbsp;&nbsp;a</p>',
    ],
    ['marks parted from their space', '<p>1.<b> a</b></p><p>+<i> b</i></p><p>#<b> c</b></p>'],
    ['lines that look like a table', '<p>a | b<br>|---|---|<br>c<br>:-: | :-:</p>'],
    ['headings that end with number signs', '<h2>a #</h2><h2>##</h2><h2>C#</h2>'],
    [
      'text that looks like a tag',
      '<p>&lt;b&gt; &lt;/b&gt; &lt;!-- &amp;amp; &amp;lt; &lt;http://x&gt; &lt;a@b.example&gt;</p>',
    ],
    ['line breaks', '<p>a<br><br>b<br>c\\<br>d</p><p>e\\</p><p><br>f</p>'],
    ['a line break behind a tag', '<p><u><br>*a*</u></p>'],
    ['text in drawings', '<p>a <svg><text>*b* _c_</text></svg></p>'],
    ['attributes of several lines', '<p><span title="a\n\nb &lt;*&gt;">c</span></p>'],
    ['code with line breaks of HTML', '<pre>a\n\n   ```\nb</pre>'],
  ])('for %s', (_what, html) => {
    const markdown = htmlToMarkdown(html);
    expect({ markdown, outline: textOutline(readAsPage(markdown)) }).toEqual({ markdown, outline: textOutline(html) });
  });

  it.each([
    ['a space', '<ul><li><input type="checkbox"> done</li></ul>', '- [ ] done'],
    ['no space', '<ul><li><input type="checkbox" checked>done</li></ul>', '- [x] done'],
    ['marked words', '<ul><li><input type="checkbox"> <b>done</b></li></ul>', '- [ ] **done**'],
    [
      'words in an element',
      '<ul><li><input type="checkbox"><span class="a"> done</span></li></ul>',
      '- [ ] <span class="a">done</span>',
    ],
    ['a paragraph', '<ul><li><input type="checkbox"><p>done</p></li></ul>', '- [ ] done'],
    ['a paragraph around both', '<ul><li><p><input type="checkbox">\ndone</p></li></ul>', '- [ ] done'],
    ['words that look like an item', '<ul><li><input type="checkbox"> - done</li></ul>', '- [ ] \\- done'],
  ])('keeps a space behind a check box that is followed by %s', (_what, html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
  });
});
