import { parseHtml } from './html-tree';
import { serializeHtml } from './serialize-html';

describe('printed HTML', () => {
  it.each([
    ['<input checked="true" disabled="" readonly="readonly">', '<input checked disabled readonly>'],
    ['<details open="open">a</details>', '<details open="open">a</details>'],
    [
      '<a href="a" download>b</a><a href="a" download="c">d</a>',
      '<a href="a" download>b</a><a href="a" download="c">d</a>',
    ],
    ['<video controls muted="true"></video>', '<video controls muted="true"></video>'],
    ['<p title="a &quot;b&quot; <c> &amp;">d</p>', `<p title='a "b" &lt;c&gt; &amp;'>d</p>`],
    [`<p title="a &quot;b&quot; 'c'">d</p>`, `<p title="a &quot;b&quot; 'c'">d</p>`],
    [`<p title='a'>d</p>`, '<p title="a">d</p>'],
    ['<a href="&quot;x y">d</a>', '<a href="%22x%20y">d</a>'],
  ])('of %j is %j', (given, printed) => {
    expect(serializeHtml(parseHtml(given))).toBe(printed);
    expect(serializeHtml(parseHtml(printed))).toBe(printed);
  });
});
