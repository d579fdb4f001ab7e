import { growthFaults, HTML_SHAPES, TEXT_SHAPES } from '@almanac/testing';
import { blockStarts } from '@almanac/web';
import { headingsOf, styleClasses } from '../rendering/web-page-html';
import { parseHtml } from '../tree/html-tree';
import { serializeHtml } from '../tree/serialize-html';

it.each<[string, (html: string) => unknown]>([
  ['parsing', (html) => parseHtml(html)],
  ['printing', (html) => serializeHtml(parseHtml(html))],
  ['headings', (html) => headingsOf(serializeHtml(parseHtml(html)))],
  ['blocks', (html) => blockStarts(html, { atBlankLines: true })],
  ['classes', (html) => styleClasses(serializeHtml(parseHtml(html)))],
])('%s of HTML take time in proportion to its length', async (_what, work) => {
  expect(await growthFaults(work, { ...TEXT_SHAPES, ...HTML_SHAPES })).toEqual([]);
});
