import fc from 'fast-check';
import { parseHtml } from '../tree/html-tree';
import { includedIds, PASSES, resolveIncludes } from './includes';

it.each([
  ['<p>{{@1}} {{@ 2#bkmrk-a}} {{@1#b}}</p>', [1, 2]],
  ['<p>&#123;{@3}} {{&commat;4}} {{@&#53;}}</p>', [3, 4, 5]],
  ['<p>{{@99999999999}} {{@abc}} {@6}</p>', []],
  ['<p title="{{@7}}">no</p>', []],
])('includedIds finds in %s the ids %j', (html, ids) => expect(includedIds(html)).toEqual(ids));

const PIECES = [
  '{',
  '{{@',
  '}}',
  '1',
  '2',
  '#x',
  '&#123;',
  '&commat;',
  '<p id="x">',
  '</p>',
  '<!-- -->',
  '<body>',
  '<script>',
  '</script>',
  '\n',
  'a',
];
const HTML = fc
  .array(fc.constantFrom(...PIECES, '{{@1}}', '{{@2#x}}'), { maxLength: 30 })
  .map((pieces) => pieces.join(''));

it('includedIds finds every page that rendering requests, through nested includes', async () => {
  await fc.assert(
    fc.asyncProperty(HTML, HTML, HTML, async (html, first, second) => {
      const pages = new Map([
        [1, first],
        [2, second],
      ]);
      const requested = new Set<number>();
      await resolveIncludes(parseHtml(html), (id) => {
        requested.add(id);
        return pages.get(id);
      });
      let named = includedIds(html);
      for (let pass = 1; pass < PASSES; pass++)
        named = [...named, ...named.flatMap((id) => includedIds(pages.get(id) ?? ''))];
      expect([...requested].filter((id) => !named.includes(id))).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});
