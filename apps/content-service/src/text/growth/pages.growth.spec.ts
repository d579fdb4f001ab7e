import { growthFaults, HTML_SHAPES, TEXT_SHAPES } from '@almanac/testing';
import { withSectionIds } from '../../testing/section-ids';
import { includedIds } from '../includes/includes';
import { parsePageContent } from '../page/prepare-page-content';
import { rewriteHtmlLinks } from '../page/page-links';
import { renderPage } from '../rendering/render-page';
import { nameCheckboxes } from '../rendering/web-page-html';

const BASE = 'http://a.example';
const pages = new Map([[1, '<p id="bkmrk-a">a</p>']]);

it.each<[string, (html: string) => unknown]>([
  ['section ids', withSectionIds],
  ['ids of included pages', includedIds],
  ['rewritten links', (html) => rewriteHtmlLinks(html, `${BASE}/books/b`, `${BASE}/books/c`)],
  ['names of checkboxes', nameCheckboxes],
  ['saving', (html) => parsePageContent({ html }, 'mark')],
])('%s of HTML take time in proportion to its length', async (_what, work) => {
  expect(await growthFaults(work, { ...TEXT_SHAPES, ...HTML_SHAPES })).toEqual([]);
});

// The work on the first 400 include tags is quadratic. Later tags stay text.
it('includes of HTML take time in proportion to its length beyond the limit of tags', async () => {
  const work = (html: string) => renderPage({ html, pages, letters: '' });
  expect(await growthFaults(work, { ...TEXT_SHAPES, ...HTML_SHAPES }, { smallest: 8_000 })).toEqual([]);
});
