import { growthFaults, HTML_SHAPES, MARKDOWN_SHAPES, TEXT_SHAPES } from '@almanac/testing';
import { diffHtml } from '../formats/html-diff';
import { markdownToHtml } from '../formats/markdown';
import { htmlToPlainText } from '../formats/plain-text';
import { extractMarkdownImages } from '../page/base64-images';
import { rewriteMarkdownLinks } from '../page/page-links';

const BASE = 'http://a.example';

it('plain text of HTML takes time in proportion to its length', async () => {
  expect(await growthFaults(htmlToPlainText, { ...TEXT_SHAPES, ...HTML_SHAPES })).toEqual([]);
});

it.each<[string, (markdown: string) => unknown]>([
  ['HTML', markdownToHtml],
  ['rewritten links', (markdown) => rewriteMarkdownLinks(markdown, `${BASE}/books/b`, `${BASE}/books/c`)],
  [
    'embedded images',
    (markdown) => extractMarkdownImages(markdown, (marked) => ({ html: marked }), { key: 'mark', addresses: [] }),
  ],
])('%s of Markdown take time in proportion to its length', async (_what, work) => {
  expect(await growthFaults(work, { ...TEXT_SHAPES, ...MARKDOWN_SHAPES, ...HTML_SHAPES })).toEqual([]);
});

// The search for the fewest differences is quadratic up to a limit. Beyond it, all sizes take the same time, in a worker.
it.each<[string, (html: string) => unknown]>([
  ['nothing', (html) => diffHtml('', html)],
  ['other text', (html) => diffHtml(html, html.replaceAll('a', 'b'))],
])('comparing HTML with %s terminates', (_what, work) => {
  const html = HTML_SHAPES['paragraphs of many texts']?.(200_000) ?? '';
  expect(work(html)).toContain('<ins>');
});
