import { sanitised, withoutDeepTags } from './sanitised';

const nested = (depth: number, tag = 'b') => `${`<${tag}>`.repeat(depth)}x${`</${tag}>`.repeat(depth)}`;

it.each([
  nested(200),
  '<p>a'.repeat(1_000),
  `<ul>${'<li>a<br>'.repeat(1_000)}</ul>`,
  '<b>a</b><img src="x"> < 5'.repeat(1_000),
])('withoutDeepTags keeps HTML below the depth limit: %.40s…', (html) => expect(withoutDeepTags(html)).toBe(html));

it('withoutDeepTags escapes tags above the depth limit', () => {
  expect(withoutDeepTags(nested(202))).toBe(`${'<b>'.repeat(200)}&lt;b>&lt;b>x${'</b>'.repeat(202)}`);
});

it.each([['<b></i>'], ['<b title="<">'], ['<B a=b>']])('sanitised counts %s as an open tag', (piece) => {
  expect(sanitised(piece.repeat(1_000)).match(/<b/g)).toHaveLength(200);
});
