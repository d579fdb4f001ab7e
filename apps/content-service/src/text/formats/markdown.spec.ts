import { markdownToHtml } from './markdown';
import { RECORDED_MARKDOWN } from '../../testing/data/recorded-pages.data';
import { withSectionIds } from '../../testing/section-ids';

describe('Markdown', () => {
  it.each(RECORDED_MARKDOWN)('is rendered as recorded: $name', ({ input, stored }) => {
    expect(withSectionIds(markdownToHtml(input).html)).toBe(stored);
  });

  it.each([
    [
      'loose task items',
      '- [x] a\n\n- [ ] b',
      '<ul>\n<li class="task-list-item">\n<p><input checked="" disabled="" type="checkbox"> a</p>\n</li>\n<li class="task-list-item">\n<p><input disabled="" type="checkbox"> b</p>\n</li>\n</ul>\n',
    ],
    [
      'a block after the text of an item',
      '- a\n  ```\n  c\n  ```',
      '<ul>\n<li>a\n<pre><code>c\n</code></pre>\n</li>\n</ul>\n',
    ],
    ['an empty item', '- \n- a', '<ul>\n<li></li>\n<li>a</li>\n</ul>\n'],
    ['a numbered list that starts later', '3. a', '<ol start="3">\n<li>a</li>\n</ol>\n'],
    ['a table without rows', '| a |\n|---|', '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table>\n'],
    ['no addresses as links', 'www.example.com https://example.com', '<p>www.example.com https://example.com</p>\n'],
    ['a reference link', '[a][b]\n\n[b]: /x "t"', '<p><a href="/x" title="t">a</a></p>\n'],
    ['no footnotes', 'a[^1]\n\n[^1]: note', '<p>a<a href="note">^1</a></p>\n'],
    ['raw blocks on lines of their own', 'a\n\n<!-- c -->\n\n\nb', '<p>a</p>\n<!-- c -->\n<p>b</p>\n'],
    ['indented lines of a paragraph', '  a\n b\n\tc `d\n  e`', '<p>a\nb\nc <code>d e</code></p>\n'],
    ['spaces at the end of lines', 'a \n*b* \n[c](d) \nf   ', '<p>a\n<em>b</em>\n<a href="d">c</a>\nf</p>\n'],
    [
      'spaces inside marks and code',
      '[a ](b) `c \nd` e  \nf',
      '<p><a href="b">a </a> <code>c  d</code> e<br>\nf</p>\n',
    ],
    ['no-break spaces at the ends', '\u00A0a\u00A0', '<p>\u00A0a\u00A0</p>\n'],
    ['an indented line behind a title', '> a\nb\n===', '<blockquote>\n<p>a\nb\n===</p>\n</blockquote>\n'],
    ['an item whose text starts on the next line', '-\n  a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
    ['nothing', '', ''],
  ])('renders %s', (_what, markdown, html) => expect(markdownToHtml(markdown).html).toBe(html));

  it.each([
    ['quotes', '> '.repeat(20_000)],
    ['lists', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n')],
    ['emphasis marks', '_a__'.repeat(5_000)],
    ['starts of an e-mail address', `<${'a'.repeat(20_000)}@`],
  ])('reads endless %s without failing', (_what, markdown) => expect(markdownToHtml(markdown).html).not.toBe(''));
});
