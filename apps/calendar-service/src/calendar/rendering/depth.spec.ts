import { withoutDeepTags } from './depth';
import { sanitised } from './sanitised';

const nested = (depth: number, tag = 'b') => `${`<${tag}>`.repeat(depth)}x${`</${tag}>`.repeat(depth)}`;

it.each([
  nested(200),
  '<p>a'.repeat(1_000),
  `<ul>${'<li>a<br>'.repeat(1_000)}</ul>`,
  '<b>a</b><img src="x"> < 5'.repeat(1_000),
])('leaves HTML alone that is not nested too deeply: %.40s…', (html) => expect(withoutDeepTags(html)).toBe(html));

it('takes tags for text that are nested too deeply', () => {
  expect(withoutDeepTags(nested(202))).toBe(`${'<b>'.repeat(200)}&lt;b>&lt;b>x${'</b>'.repeat(202)}`);
});

it.each([['<b></i>'], ['<b title="<">'], ['<B a=b>']])('counts %s as open, whatever else stands there', (piece) => {
  expect(sanitised(piece.repeat(1_000)).match(/<b/g)).toHaveLength(200);
});
