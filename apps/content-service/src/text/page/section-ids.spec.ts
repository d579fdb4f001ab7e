import { RECORDED_HTML } from '../../testing/data/recorded-pages.data';
import { withSectionIds } from '../../testing/section-ids';

describe('section ids', () => {
  it.each(RECORDED_HTML)('are as recorded: $name', ({ input, stored }) => expect(withSectionIds(input)).toBe(stored));

  it.each(RECORDED_HTML)('do not change when the page is saved again: $name', ({ stored }) =>
    expect(withSectionIds(stored)).toBe(stored),
  );

  it.each([
    [
      'get a number when a text occurs again',
      '<p>a</p><p>a</p><p>a</p>',
      '<p id="bkmrk-a">a</p><p id="bkmrk-a-1">a</p><p id="bkmrk-a-2">a</p>',
    ],
    [
      'come from at most 20 characters of the trimmed text',
      '<p> \n 12345 <b> 7890</b>12345678901234</p>',
      '<p id="bkmrk-12345-78901234567890"> \n 12345 <b> 7890</b>12345678901234</p>',
    ],
    [
      'count characters, not code units',
      `<p>${'😀'.repeat(21)}</p>`,
      `<p id="bkmrk-${'%F0%9F%98%80'.repeat(20)}">${'😀'.repeat(21)}</p>`,
    ],
    ['encode half a surrogate pair without failing', '<p>\ud83d</p>', '<p id="bkmrk-%EF%BF%BD">\ud83d</p>'],
    ['are not added to nested elements', '<div><p>x</p></div>', '<div id="bkmrk-x"><p>x</p></div>'],
    ['replace an empty id', '<p id="">x</p>', '<p id="bkmrk-x">x</p>'],
    [
      'of a kept section take precedence over later texts',
      '<p id="bkmrk-b">a</p><p>b</p>',
      '<p id="bkmrk-b">a</p><p id="bkmrk-b-1">b</p>',
    ],
    [
      'are followed by their links, to the first of two sections with one id',
      '<h1 id="x">one</h1><h2 id="x">two</h2><p><a href="#x">l</a></p>',
      '<h1 id="bkmrk-one">one</h1><h2 id="bkmrk-two">two</h2><p id="bkmrk-l"><a href="#bkmrk-one">l</a></p>',
    ],
    [
      'leave links that are sections themselves alone',
      '<a href="#x">l</a><p id="x">one</p>',
      '<a href="#x" id="bkmrk-l">l</a><p id="bkmrk-one">one</p>',
    ],
    [
      'do not change a link to the top of the page',
      '<p>a</p><p id="">b</p><p><a href="#">l</a></p>',
      '<p id="bkmrk-a">a</p><p id="bkmrk-b">b</p><p id="bkmrk-l"><a href="#">l</a></p>',
    ],
    [
      'do not change a link to a target that kept its id',
      '<h1 id="bkmrk-x">one</h1><h2 id="bkmrk-x">two</h2><p><a href="#bkmrk-x">l</a></p>',
      '<h1 id="bkmrk-x">one</h1><h2 id="bkmrk-two">two</h2><p id="bkmrk-l"><a href="#bkmrk-x">l</a></p>',
    ],
  ])('%s', (_rule, input, stored) => expect(withSectionIds(input)).toBe(stored));
});

describe('stored HTML', () => {
  it.each([
    ['prints no-break spaces as entities', '<p>a\u00a0&nbsp;b</p>', '<p id="bkmrk-a%C2%A0%C2%A0b">a&nbsp;&nbsp;b</p>'],
    [
      'keeps tables without tbody, list items without end tags closed',
      '<ul><li>a<li>b</ul>',
      '<ul id="bkmrk-ab"><li>a</li><li>b</li></ul>',
    ],
    [
      'has no paragraph for an end tag alone',
      '<p>a<ul><li>b</li></ul>c</p>',
      '<p id="bkmrk-a">a</p><ul id="bkmrk-b"><li>b</li></ul>c',
    ],
    [
      'loses doctype, html, head and body',
      '<!doctype html><html><head></head><body><p>a</p></body></html>',
      '<p id="bkmrk-a">a</p>',
    ],
    [
      'prints boolean attributes without a value',
      '<p><input checked="checked" disabled=""></p>',
      '<p id="bkmrk-"><input checked disabled></p>',
    ],
    [
      'encodes addresses',
      '<p><a href=" /a b/{x}/é?q=1&amp;r=%20">a</a></p>',
      '<p id="bkmrk-a"><a href="/a%20b/%7Bx%7D/%C3%A9?q=1&amp;r=%20">a</a></p>',
    ],
    [
      'puts values with quotes in single quotes',
      '<p title=\'"q" &lt;\'>"q"</p>',
      '<p title=\'"q" &lt;\' id="bkmrk-%22q%22">"q"</p>',
    ],
    ['keeps the line break after pre', '<pre>\n\na</pre>', '<pre id="bkmrk-a">\n\na</pre>'],
    [
      'keeps scripts as written',
      '<script>if (a < b && c) d("<p>")</script>',
      '<script id="bkmrk-if-%28a-%3C-b-%26%26-c%29-d%28%22%3C">if (a < b && c) d("<p>")</script>',
    ],
  ])('%s', (_rule, input, stored) => expect(withSectionIds(input)).toBe(stored));

  it('survives hostile nesting', () => {
    const deep = '<div id="x">'.repeat(20_000);
    expect(withSectionIds(deep)).toContain('id="bkmrk--199"');
  });
});
