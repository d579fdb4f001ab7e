import { htmlToPlainText } from './plain-text';

describe('plain text', () => {
  it.each([
    ['joins inline elements', '<p>Hello <strong>there</strong> <a href="#">link</a></p>', 'Hello there link'],
    ['starts a line at every other element', '<p>One<br>Two</p><ol><li>Three</li></ol>', 'One\nTwo\nThree'],
    ['parts lines of div', '<div>first line</div><div>second line</div>', 'first line\nsecond line'],
    ['parts a div from the text before it', '<ol><li>Three</li></ol><div>gone</div><p>x</p>', 'Three\ngone\nx'],
    ['parts a block from the text behind it', '<div>a</div>b<p>c</p> d', 'a\nb\nc\n d'],
    [
      'parts a block from an element of a line',
      '<section>a</section><b>b</b><div><i>c</i></div><i>d</i>',
      'a\nb\nc\nd',
    ],
    ['parts a block within an element of a line', '<span><div>a</div></span>b', 'a\nb'],
    ['joins elements of a line in a block', '<div><span>a</span><b>b</b>c</div>', 'abc'],
    ['adds no line for white space', '<div>a</div> <div>b</div>', 'a \nb'],
    ['starts a line at code', '<p>Some <em>text</em> with <code>code</code>.</p>', 'Some text with \ncode.'],
    ['collapses repeated newlines', '<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>', 'a\nb'],
    [
      'keeps spaces at the start of a line',
      '<ul>\n<li><input type="checkbox"> todo</li>\n<li><input> done</li></ul>',
      'todo\n done',
    ],
    ['has no script and no style', '<p>a<script>alert(1)</script>b</p><style>p{}</style>', 'a\nb'],
    ['has no comments', '<p>a<!-- c -->b</p>', 'ab'],
    ['decodes entities', '<p>&lt;b&gt; &amp; &copy;</p>', '<b> & ©'],
    ['keeps no-break spaces', '<p>&nbsp;</p>', '\u00a0'],
    ['removes include tags', '<p>x{{@12}}y {{@ 3#bkmrk-a}} {{@abc}}</p>', 'xy  {{@abc}}'],
    ['of a table has a line for each cell', '<table><tbody><tr><td>x</td><td>y</td></tr></tbody></table>', 'x\ny'],
    ['of an empty text is empty', '', ''],
  ])('%s', (_rule, html, text) => expect(htmlToPlainText(html)).toBe(text));
});
