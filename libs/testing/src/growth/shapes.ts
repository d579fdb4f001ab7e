import type { Shape } from './growth-faults';

const repeated =
  (piece: string, { before = '', after = '' }: { before?: string; after?: string } = {}): Shape =>
  (characters) =>
    before + piece.repeat(Math.round(characters / piece.length)) + after;

/** Repeated openings, a character, and as many closings. */
const nested =
  (opening: string, closing: string): Shape =>
  (characters) => {
    const depth = Math.round(characters / (opening.length + closing.length));
    return `${opening.repeat(depth)}x${closing.repeat(depth)}`;
  };

/** Pieces that differ by a number. */
const counted =
  (piece: (number: number) => string): Shape =>
  (characters) => {
    let text = '';
    for (let number = 1; text.length < characters; number += 1) text += piece(number);
    return text;
  };

/** Runs of the character, each longer than the last, so that no two have the same length. */
const ladder = (character: string): Shape => counted((number) => `${character.repeat(number)} a `);

/** Two halves, so that a parser searches the second one for the ends of elements that the first one opened. */
const halves =
  (first: string, second: string): Shape =>
  (characters) =>
    repeated(first)(characters / 2) + repeated(second)(characters / 2);

/** Plain text: runs of one character, and openings without an end. */
export const TEXT_SHAPES: Record<string, Shape> = {
  letters: repeated('a'),
  words: repeated('lorem ipsum dolor '),
  blanks: repeated(' ', { before: 'a', after: 'b' }),
  'no-break spaces': repeated('\u00a0', { before: 'a', after: 'b' }),
  tabs: repeated('\t', { before: 'a', after: 'b' }),
  newlines: repeated('\n', { before: 'a', after: 'b' }),
  'carriage returns': repeated('\r\n', { before: 'a', after: 'b' }),
  'blanks and newlines': repeated('  \n', { before: 'a', after: 'b' }),
  'blanks before a newline': halves(' ', ' \n'),
  'less than': repeated('<'),
  'greater than': repeated('>'),
  ampersands: repeated('&'),
  'unfinished entities': repeated('&amp'),
  'one long entity': repeated('a', { before: '&' }),
  quotes: repeated('"\''),
  backslashes: repeated('\\'),
  colons: repeated(':'),
  semicolons: repeated(';'),
  slashes: repeated('/'),
  dashes: repeated('-'),
  underscores: repeated('_'),
  digits: repeated('1'),
  commas: repeated(','),
  dots: repeated('.'),
  'at signs': repeated('@'),
  braces: repeated('{'),
  'closing braces': repeated('}'),
  'pairs of braces': repeated('{{@'),
  brackets: repeated('['),
  'closing brackets': repeated(']'),
  parentheses: repeated('('),
  'closing parentheses': repeated(')'),
  accents: repeated('\u0301'),
  emoji: repeated('\u{1f600}'),
  'lone surrogates': repeated('\ud83d'),
  'letters of another script': repeated('\u65e5\u672c'),
  addresses: repeated('https://a.example/b?c=d '),
  'one long address': repeated('a', { before: 'https://' }),
};

const INCLUDE = '{{@1}}';

/** HTML: deeply nested, long and malformed. */
export const HTML_SHAPES: Record<string, Shape> = {
  ...Object.fromEntries(
    ['div', 'b', 'p', 'span', 'li', 'blockquote', 'table', 'a', 'h1', 'section', 'foo', 'form', 'svg'].map((name) => [
      `nested ${name}`,
      nested(`<${name}>`, `</${name}>`),
    ]),
  ),
  'nested lists': nested('<ul><li>a', '</li></ul>'),
  'nested tables': nested('<table><tr><td>', '</td></tr></table>'),
  'nested elements with styles': nested('<span style="color: red">', '</span>'),
  'unclosed div': repeated('<div>a'),
  'unclosed b': repeated('<b>a'),
  'unclosed p': repeated('<p>a'),
  'unclosed list items': repeated('<li>a', { before: '<ul>' }),
  'unclosed cells': repeated('<td>a', { before: '<table><tr>' }),
  'unclosed options': repeated('<option>a', { before: '<select>' }),
  'misnested tags': repeated('<b><i>a</b></i>'),
  'misnested tags, all opened first': halves('<b><i>', '</b></i>'),
  'bold that goes on in the next paragraph': repeated('<p><b>a'),
  'bold that goes on, each with an id': counted((number) => `<p><b id="${number}">a</p>`),
  'bold that ends inside a paragraph': repeated('<b><p>a</b>b</p>'),
  'formatting that ends inside a paragraph': repeated('<b><i><u><p>a</b></i></u></p>'),
  'paragraphs in formatting, all opened first': halves('<b><i><u><p>', '</b></i></u>'),
  'links around blocks': repeated('<a><div>a'),
  'text between rows': repeated('a<tr>', { before: '<table>' }),
  'elements between rows': repeated('<b>a</b>', { before: '<table>' }),
  'tables in rows': repeated('<table><tr>a'),
  'forms in forms': repeated('<form><div></form>'),
  'paragraphs in drawings': repeated('<svg><p>'),
  'attributes of bodies': counted((number) => `<body a${number}>`),
  'closing tags of nothing': repeated('</div>'),
  'closing paragraphs of nothing': repeated('</p>', { before: '<div>' }),
  'closing tags below open elements': halves('<b>', '</div>'),
  'closing tags of elements below the open ones': halves('<b>', '</i>'),
  'empty paragraphs': repeated('<p></p>'),
  'paragraphs of one text': repeated('<p>a</p>'),
  'paragraphs of many texts': counted((number) => `<p>paragraph ${number}</p>`),
  headings: repeated('<h2>a</h2>'),
  'elements with one id': repeated('<p id="bkmrk-a">a</p>'),
  'links to sections': counted((number) => `<p id="s${number}"><a href="#s${number}">a</a></p>`),
  'links to sections that clash': repeated('<p id="s">a</p><a href="#s">a</a>'),
  'line breaks': repeated('<br>'),
  comments: repeated('<!-- a -->'),
  'comment that never ends': repeated('<p>a</p>', { before: '<!--' }),
  'starts of comments': repeated('<!--'),
  declarations: repeated('<!doctype html>'),
  instructions: repeated('<?a?>'),
  'sections of characters': repeated('<![CDATA['),
  'a script that never ends': repeated('</scrip', { before: '<script>' }),
  scripts: repeated('<script>a</script>'),
  'text areas': repeated('<textarea>'),
  titles: repeated('<title>'),
  frames: repeated('<iframe>'),
  'frames in one another': nested('<iframe>', '</iframe>'),
  'a tag that never ends': repeated(' a', { before: '<p' }),
  'a long name': repeated('a', { before: '<', after: '>' }),
  'many attributes': counted((number) => (number === 1 ? '<p ' : `a${number}=b `)),
  'one attribute many times': repeated('a=b ', { before: '<p ', after: '>' }),
  'a long attribute': repeated('a', { before: '<p class="', after: '">' }),
  'a long style': repeated('color:red;', { before: '<p style="', after: '">a</p>' }),
  'a style of blanks': repeated(' ', { before: '<p style="color:', after: 'red">a</p>' }),
  'a style of brackets': repeated('rgb(', { before: '<p style="color:', after: '">a</p>' }),
  'an address of blanks': repeated(' ', { before: '<a href="java', after: 'script:">a</a>' }),
  'an address of colons': repeated(':', { before: '<a href="', after: '">a</a>' }),
  'an address of slashes': repeated('/', { before: '<img src="', after: '">' }),
  links: counted((number) => `<a href="http://a.example/books/b/page/${number}">a</a>`),
  images: counted((number) => `<img src="http://a.example/${number}.png" alt="a">`),
  'images that are left out': repeated('<img src="cid:a">a'),
  'images inside the text': repeated('<img src="data:image/png;base64,AAAA">'),
  'an image inside the text': repeated('A', { before: '<img src="data:image/png;base64,', after: '">' }),
  'starts of images': repeated('data:image/png;base64,', { before: '<img src="', after: '">' }),
  'a wide table': repeated('<td>a</td>', { before: '<table><tr>', after: '</tr></table>' }),
  'a long table': repeated('<tr><td>a</td><td>b</td></tr>', { before: '<table>', after: '</table>' }),
  'a long list': repeated('<li>a</li>', { before: '<ol>', after: '</ol>' }),
  'include tags': repeated(INCLUDE, { before: '<p>', after: '</p>' }),
  'include tags in paragraphs': repeated(`<p>${INCLUDE}</p>`),
  'include tags deep in a paragraph': repeated(`<b>${INCLUDE}</b>`, { before: '<p>', after: '</p>' }),
  'include tags below nested elements': (characters) =>
    nested('<b>', '</b>')(characters / 2).replace('x', INCLUDE.repeat(characters / 12)),
  code: repeated('a\n', { before: '<pre><code>', after: '</code></pre>' }),
  'code of backticks': repeated('`\n', { before: '<pre><code>', after: '</code></pre>' }),
  'text of backticks': ladder('`'),
  'elements of blanks': repeated('<b> </b>', { before: '<p>', after: '</p>' }),
  'marked words': repeated('<b>a</b> <i>b</i> ', { before: '<p>', after: '</p>' }),
  'rows of no-break spaces': repeated('&nbsp;', { before: '<p>', after: '</p>' }),
  'an inner html document': repeated('<html><body>'),
};

/** Markdown: deeply nested, long, and with unmatched delimiters. */
export const MARKDOWN_SHAPES: Record<string, Shape> = {
  'backtick ladder': ladder('`'),
  'tilde ladder': ladder('~'),
  backticks: repeated('`'),
  'backticks apart': repeated('` '),
  stars: repeated('*'),
  'stars apart': repeated('* a '),
  'open emphasis': repeated('*a '),
  'open strong emphasis': repeated('**a '),
  'open and closing emphasis': repeated('*a_ '),
  'emphasis marks': repeated('_a__'),
  'nested emphasis': nested('*a **a ', '** *'),
  'closing emphasis': halves('*a ', 'a* '),
  strikethrough: repeated('~~a '),
  'open links': repeated('[a]('),
  'open links with angles': repeated('[a](<b'),
  'links of brackets': repeated('[a](b'),
  'nested links': nested('[', '](a)'),
  'nested images': nested('![', '](a)'),
  'links with open titles': repeated('[a](b "'),
  'link references': counted((number) => `[a${number}]: /b${number}\n`),
  'link references and links': (characters) =>
    counted((number) => `[a${number}]: /b\n\n`)(characters / 2) + counted((number) => `[a${number}] `)(characters / 2),
  'links to no reference': repeated('[a][b] '),
  'a reference with a long name': repeated('a', { before: '[', after: ']: /b' }),
  'open references': repeated('[a\n'),
  'open reference titles': repeated('[a]: /b "'),
  escapes: repeated('\\*'),
  'escapes before brackets': repeated('\\['),
  'html tags': repeated('<b>'),
  'open html tags': repeated('<b '),
  'open html comments': repeated('<!-- '),
  'html comments': repeated('<!-- a -->\n\n'),
  'open instructions': repeated('<? '),
  'open declarations': repeated('<!A '),
  'open autolinks': repeated('<http:'),
  autolinks: repeated('<http://a.example> '),
  'text like an e-mail address': repeated('a', { before: '<', after: '@' }),
  quotes: repeated('> '),
  'quotes of a line each': counted((number) => `${'> '.repeat(number % 50)}a\n`),
  'quotes ever deeper': counted((number) => `${'>'.repeat(number)}a\n`),
  'lists ever deeper': counted((number) => `${' '.repeat(2 * number)}- a\n`),
  'list marks': repeated('- '),
  'numbered list marks': repeated('1. '),
  'a long list': repeated('- a\n'),
  'a loose list': repeated('- a\n\n'),
  'a list of tasks': repeated('- [x] a\n'),
  'list items with blank lines': halves('- a\n', '\n'),
  'lists and quotes in turn': repeated('> - '),
  'indented lines': repeated('    a\n'),
  fences: repeated('```\n'),
  'open fences': counted((number) => `${'`'.repeat(3 + (number % 100))}\n`),
  'heading marks': repeated('#'),
  headings: repeated('# a\n'),
  'a heading of blanks': repeated(' ', { before: '# a', after: '#' }),
  'underlined headings': repeated('a\n=\n'),
  rules: repeated('***\n'),
  'a rule of blanks': repeated('* ', { after: 'a' }),
  'a wide table': (characters) =>
    `${repeated('|a')(characters / 4)}|\n${repeated('|-')(characters / 4)}|\n${repeated('|b')(characters / 2)}|`,
  'a table row wider than its head': repeated('|b', { before: '|a|\n|-|\n' }),
  'a table head without a table': repeated('|-', { before: '|a|\n' }),
  'a long table': repeated('|a|b|\n', { before: '|a|b|\n|-|-|\n' }),
  'table marks': repeated('|'),
  'hard line breaks': repeated('a  \n'),
  'blanks and line breaks': repeated('a   '),
  images: repeated('![a](b) '),
  'images inside the text': repeated('![a](data:image/png;base64,AAAA) '),
  'starts of images inside the text': repeated('![a](data:image/png;base64,'),
  'starts of images without a partner': repeated('data:image/png;base64, '),
  'raw include tags': repeated(INCLUDE),
};
