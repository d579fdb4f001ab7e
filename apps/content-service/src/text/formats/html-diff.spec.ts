import { diffHtml } from './html-diff';

it.each([
  ['nothing', '<p id="a">One two</p>', '<p id="a">One two</p>', '<p id="a">One two</p>'],
  [
    'a word',
    '<p id="a">One two three</p>',
    '<p id="a">One 2 three</p>',
    '<p id="a">One <del>two</del><ins>2</ins> three</p>',
  ],
  ['a new word', '<p>One three</p>', '<p>One two three</p>', '<p>One <ins>two </ins>three</p>'],
  ['a new paragraph', '<p>a</p>', '<p>a</p><p id="b">b c</p>', '<p>a</p><p id="b"><ins>b c</ins></p>'],
  [
    'a paragraph that is gone',
    '<p id="a">a</p><p id="b">b</p>',
    '<p id="a">a</p>',
    '<p id="a">a</p><p><del>b</del></p>',
  ],
  [
    'a list item that is gone',
    '<ul><li>a</li><li>b</li><li>c</li></ul>',
    '<ul><li>a</li><li>c</li></ul>',
    '<ul><li>a</li><li><del>b</del></li><li>c</li></ul>',
  ],
  [
    'a table row that is gone',
    '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>',
    '<table><tr><td>a</td></tr></table>',
    '<table><tr><td>a</td></tr><tr><td><del>b</del></td></tr></table>',
  ],
  ['emphasis', '<p>one</p>', '<p><strong>one</strong></p>', '<p><strong>one</strong></p>'],
  ['an image', '<p>a</p>', '<p>a<img src="/x.png"></p>', '<p>a<ins><img src="/x.png"></ins></p>'],
  ['a character entity', '<p>a &lt; b</p>', '<p>a &gt; b</p>', '<p>a <del>&lt;</del><ins>&gt;</ins> b</p>'],
  ['a tag in an attribute', '<p title="&lt;b&gt;">a</p>', '<p title="&lt;i&gt;">a</p>', '<p title="&lt;i&gt;">a</p>'],
  ['everything from nothing', '', '<h1>a</h1><p>b</p>', '<h1><ins>a</ins></h1><p><ins>b</ins></p>'],
  ['everything to nothing', '<h1>a</h1>', '', '<h1><del>a</del></h1>'],
  ['words of other scripts', '<p>über Äpfel</p>', '<p>über Öl</p>', '<p>über <del>Äpfel</del><ins>Öl</ins></p>'],
])('diffHtml compares %s', (_what, before, after, expected) => expect(diffHtml(before, after)).toBe(expected));

it('diffHtml shows texts without common words one after the other', () => {
  const words = (letter: string) => Array.from({ length: 4000 }, (_, index) => `${letter}${index}`).join('-');
  const [before, after] = [words('a'), words('b')];
  expect(diffHtml(`<p>${before}</p>`, `<p>${after}</p>`)).toBe(`<p><del>${before}</del></p><p><ins>${after}</ins></p>`);
});
