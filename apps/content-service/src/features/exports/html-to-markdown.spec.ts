import { htmlToMarkdown } from './html-to-markdown';

describe('HTML as Markdown', () => {
  it.each([
    ['headings lose their ids', '<h2 id="bkmrk-a">A</h2><p>b</p>', '## A\n\nb'],
    ['bold and emphasis', '<p>a <b>b</b> <strong>c</strong> <em>d</em> <i>e</i></p>', 'a **b** **c** *d* *e*'],
    ['links', '<p><a href="/rel">a link</a></p>', '[a link](/rel)'],
    ['linked images', '<p><a href="/b.png"><img src="/a.png" alt="A"></a></p>', '[![A](/a.png)](/b.png)'],
    ['lists', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['numbered lists', '<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    ['lists in lists', '<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>', '- a\n    - b\n    - c\n- d'],
    ['tasks', '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>', '- [x] done\n- [ ] open'],
    ['code with its language', '<pre><code class="language-php">x &lt; y;</code></pre>', '```php\nx < y;\n```'],
    ['code without one', '<pre>a\n  b</pre>', '```\na\n  b\n```'],
    ['code that holds a fence', '<pre><code>```\na\n```</code></pre>', '````\n```\na\n```\n````'],
    ['quotes', '<blockquote><p>a</p></blockquote>', '> a'],
    ['rules', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
    ['tables stay HTML', '<table id="t"><tr><td><p>1</p></td></tr></table>', '<table id="t"><tr><td><p>1</p></td></tr></table>'],
    ['callouts stay HTML around Markdown', '<p id="n" class="callout info"><b>note</b></p>', '<p class="callout info">**note**</p>'],
    ['drawings stay HTML', '<div drawio-diagram="4"><img src="/d.png"></div>', '<div drawio-diagram="4"><img src="/d.png"></div>'],
    [
      'details stay HTML around Markdown',
      '<details><summary>s</summary><p>d</p></details>',
      '<details><summary>s</summary>\n\nd\n\n</details>',
    ],
    ['unknown words stay HTML', '<p>a <u>b</u> <span style="color: red">c</span></p>', 'a <u>b</u> <span style="color: red">c</span>'],
    ['what would be taken for Markdown is escaped', '<p>1*2 _x_ [y]</p>', '1\\*2 \\_x\\_ \\[y\\]'],
    ['scripts stay what they were', '<p><script>alert(1)</script>end</p>', '<script>alert(1)</script>end'],
    [
      'an attribute of ours in what is given stands for nothing',
      '<div data-kept="0">a</div><table></table>',
      '<div>a</div>\n\n<table></table>',
    ],
    ['nothing', '', ''],
  ])('%s', (_what, html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
  });

  it('converts HTML of a hostile depth', () => {
    expect(htmlToMarkdown(`${'<div>'.repeat(20_000)}x`)).toContain('x');
  });

  it('counts the items of lists one by one', () => {
    expect(htmlToMarkdown('<ol start="3"><li>a<ol><li>b</li></ol></li><li>c</li></ol>')).toBe('3. a\n    1. b\n4. c');
  });
});
