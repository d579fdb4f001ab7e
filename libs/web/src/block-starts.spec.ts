import fc from 'fast-check';
import { blockStarts } from './block-starts';

const slices = (html: string) => {
  const text = html.replaceAll(/\r\n?/g, '\n');
  const starts = blockStarts(html);
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
      fc.property(texts, (html) => {
        const text = html.replaceAll(/\r\n?/g, '\n');
        expect(slices(html).join('')).toBe(text.trim() === '' ? '' : text);
      }),
    );
  });
});
