import { growthFaults, HTML_SHAPES, TEXT_SHAPES } from '@almanac/testing';
import { commentHtmlToStore, keepSimpleHtml, presentCommentHtml } from '../filters/simple-html';
import { filterHtml } from '../filters/output-filters';
import { partsOf } from '../filters/style-values';

it.each<[string, (html: string) => unknown]>([
  ['filtering', (html) => filterHtml(html, { letters: 'jfha' })],
  ['simple formatting', keepSimpleHtml],
  ['comments', (html) => presentCommentHtml(commentHtmlToStore(html))],
])('%s of HTML take time in proportion to its length', async (_what, work) => {
  expect(await growthFaults(work, { ...TEXT_SHAPES, ...HTML_SHAPES })).toEqual([]);
});

it('parts of style values take time in proportion to their length', async () => {
  const shapes = {
    'spaces before )': (characters: number) => `a${' '.repeat(characters)}b)`,
    '( and spaces': (characters: number) => '( '.repeat(characters / 2),
  };
  expect(await growthFaults(partsOf, { ...TEXT_SHAPES, ...shapes })).toEqual([]);
});

it.each(['img width', 'iframe width', 'a href', 'a name', 'p class', 'p lang', 'td nowrap'])(
  'filtering %s takes time in proportion to the length of the value',
  async (attribute) => {
    const shapes = Object.fromEntries(
      [' ', '%', '%41', ',', 'a,', 'a ', '-a', '1'].map((piece) => [
        `many ${JSON.stringify(piece)}`,
        (characters: number) => `<${attribute}="${piece.repeat(characters / piece.length)}x" src="a">`,
      ]),
    );
    expect(await growthFaults((html) => filterHtml(html, { letters: 'a' }), shapes)).toEqual([]);
  },
);
