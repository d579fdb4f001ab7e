import { ATTACKS } from '../../testing/data/attack-strings.data';
import { commentHtmlToStore, keepSimpleHtml, presentCommentHtml } from './simple-html';

describe('simple formatting', () => {
  it.each([
    [
      'keeps its elements',
      '<p>a<br><strong>b</strong><em>c</em><span>d</span><code>e</code></p><ol><li>f</li></ol><ul><li>g</li></ul>',
    ],
    ['keeps the attributes of links', '<a href="/x" title="t" target="_blank" data-mention-user-id="1">a</a>'],
  ])('%s', (_rule, html) => expect(keepSimpleHtml(html)).toBe(html));

  it.each([
    [
      'removes other elements with their content',
      '<h1>Big</h1><img src="x"><ul><li>a</li></ul><blockquote>q</blockquote>',
      '<ul><li>a</li></ul>',
    ],
    ['removes nested elements too', '<p>a<script>b</script><b>c</b><i>d</i></p>', '<p>a</p>'],
    ['removes bare text and comments', 'plain <p>a<!-- b --></p> text<!-- c -->', '<p>a</p>'],
    ['removes other attributes', '<p class="x" id="y" onclick="z">a<a rel="x" style="y">b</a></p>', '<p>a<a>b</a></p>'],
    [
      'removes attributes of links from other elements',
      '<p title="x">a</p><span href="x" target="_blank">b</span>',
      '<p>a</p><span>b</span>',
    ],
    ['removes plain text', 'plain text only', ''],
  ])('%s', (_rule, html, kept) => expect(keepSimpleHtml(html)).toBe(kept));
});

describe('a comment as shown', () => {
  it.each([
    ['<p>First <strong>one</strong></p>', '<p>First <strong>one</strong></p>'],
    ['<p>Edited <em>text</em></p><h2>gone</h2>', '<p>Edited <em>text</em></p>'],
    ['<p onclick="x()">a<script>b</script></p>loose<div>div</div><a href="javascript:x()">z</a>', '<p>a</p>'],
    ['<p>A <strong>comment</strong><script>x</script></p>', '<p>A <strong>comment</strong></p>'],
    ['plain text only', '<p>plain text only</p>'],
    ['two\r\nlines &amp; more', '<p>two<br>\nlines &amp; more</p>'],
    ['some <strong>bold</strong> text', '<p>some <strong>bold</strong> text</p>'],
    ['text<script>x()</script>', '<p>text</p>'],
    ['<h1>gone</h1> ', ''],
  ])('keeps simple HTML of %j', (given, shown) => expect(presentCommentHtml(commentHtmlToStore(given))).toBe(shown));

  it.each(Object.values(ATTACKS).flat())('is harmless after %j', (attack) => {
    const shown = presentCommentHtml(commentHtmlToStore(`<p>a</p>${attack}<p>${attack}</p>`));
    const tags = shown.match(/<[^>]*>/g) ?? [];
    expect(
      tags.filter(
        (tag) =>
          !/^<\/?(p|ol|ul|li|strong|span|em|br|code|a)( (href|title|target|data-mention-user-id)="[^"]*")*>$/.test(tag),
      ),
    ).toEqual([]);
    expect(shown).not.toMatch(/href="[^"]*(javascript|vbscript|data|blob|feed):/i);
  });
});
