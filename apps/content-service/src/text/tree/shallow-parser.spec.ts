import { parseDocument } from 'htmlparser2';
import { RECORDED_HTML, RECORDED_MARKDOWN } from '../../testing/data/recorded-pages.data';
import { parseHtml, parseWithDepth } from './html-tree';
import { serializeHtml, serializeNodes } from './serialize-html';
import { MAX_DEPTH } from './html-elements';

const nested = (depth: number, inner: string) => `${'<b>'.repeat(depth)}${inner}${'</b>'.repeat(depth)}`;
const printed = (html: string) => serializeHtml(parseHtml(html));

describe('HTML', () => {
  it.each([...RECORDED_HTML, ...RECORDED_MARKDOWN])('is parsed like htmlparser2: $name', ({ stored }) => {
    expect(printed(stored)).toBe(serializeNodes(parseDocument(stored).children));
  });

  it('may be as deep as the limit', () => {
    const html = nested(MAX_DEPTH, 'a');
    expect(printed(html)).toBe(html);
    expect(parseWithDepth(html).isFlattened).toBe(false);
  });

  it('keeps the content of deeper elements and the place of following elements', () => {
    const html = nested(MAX_DEPTH, '<i>a<u>b</u></i><b>c</b>d<br>e');
    expect(printed(`${html}<b>f</b>`)).toBe(`${nested(MAX_DEPTH, 'abcd<br>e')}<b>f</b>`);
    expect(parseWithDepth(html).isFlattened).toBe(true);
  });

  it('keeps scripts as elements at any depth', () => {
    expect(printed(nested(MAX_DEPTH + 10, '<script>a</script><i><script>b</script></i>'))).toBe(
      nested(MAX_DEPTH, '<script>a</script><script>b</script>'),
    );
  });
});
