import fc from 'fast-check';
import { blockStarts } from './block-starts';

const slices = (html: string, atBlankLines = false) => {
  const text = html.replaceAll(/\r\n?/g, '\n');
  const starts = blockStarts(html, { atBlankLines });
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
};

describe('blockStarts', () => {
  it.each([
    ['', []],
    [' \n', []],
    ['<p>a</p>\n\n<h2>b</h2>', ['<p>a</p>\n\n', '<h2>b</h2>']],
    ['<p>a<p>b', ['<p>a', '<p>b']],
    ['\n <p>a</p>', ['\n <p>a</p>']],
    ['text <b>b</b> on<p>p</p> tail <i>x</i>', ['text <b>b</b> on', '<p>p</p>', ' tail <i>x</i>']],
    ['<!-- c --><p>a</p>&nbsp;<hr>', ['<!-- c -->', '<p>a</p>', '&nbsp;', '<hr>']],
    ['<p>a</p>\r\n<p>b</p>\r', ['<p>a</p>\n', '<p>b</p>\n']],
  ])('tells the blocks of %j', (html, blocks) => {
    expect(slices(html)).toEqual(blocks);
  });

  it.each([
    ['one\ntwo', ['one\ntwo']],
    ['one<br>two<br> <br>three<b><br><br></b>', ['one<br>two<br> <br>', 'three<b><br><br></b>']],
    ['a<br><br><br>b<br><br>', ['a<br><br>', '<br>b<br><br>']],
    [
      'one\n\ntwo &amp; <b>b\n\nb</b>\r\n \r\n<i>three</i>\n\n',
      ['one\n\n', 'two &amp; <b>b\n\nb</b>\n \n', '<i>three</i>\n\n'],
    ],
    ['\n\none&amp;\n\n\ntwo', ['\n\none&amp;\n\n\n', 'two']],
    ['<p>a\n\nb</p>\n\nc\n\n<hr>', ['<p>a\n\nb</p>', '\n\nc\n\n', '<hr>']],
  ])('ends a block of %j at a blank line', (text, blocks) => {
    expect(slices(text, true)).toEqual(blocks);
  });

  it('takes a text that is nested too deeply for one block', () => {
    expect(blockStarts(`<p>a</p>${'<b>'.repeat(201)}`)).toEqual([0]);
    expect(blockStarts(`<p>a</p>${'<b>'.repeat(200)}`)).toEqual([0, 8]);
  });

  it('gives slices that are together the whole text', () => {
    const piece = fc.constantFrom(
      ...'<p> </p> <b> </b> <table> <tr> <td> </table> <ul> <li> <!--c--> <br> x &amp; \n <div> </div> <svg> <a>'.split(
        ' ',
      ),
      ' ',
      '\r\n',
    );
    const texts = fc.oneof(
      fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, fc.boolean(), (html, atBlankLines) => {
        const text = html.replaceAll(/\r\n?/g, '\n');
        expect(slices(html, atBlankLines).join('')).toBe(text.trim() === '' ? '' : text);
      }),
    );
  });
});
