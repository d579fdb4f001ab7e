import { growthFaults, HTML_SHAPES, MARKDOWN_SHAPES, TEXT_SHAPES } from '@almanac/testing';
import { commentHtmlToStore, presentCommentHtml } from '../filters/comment-html';
import { keepSimpleHtml } from '../filters/simple-html';
import { describe as describeItem } from '../../content/item-fields/descriptions';
import { slugify } from '../../content/slugs/slugify';
import { uniqueSlug } from '../../content/slugs/unique-slug';
import { takeMarkdownImages } from '../page/base64-images';
import { diffHtml } from '../formats/html-diff';
import { parseHtml } from '../tree/html-tree';
import { includedIds } from '../includes/includes';
import { markdownToHtml } from '../formats/markdown';
import { filterHtml } from '../filters/output-filters';
import { partsOf } from '../filters/styles/style-values';
import { htmlToPlainText } from '../formats/plain-text';
import { parsePageContent } from '../page/prepare-page-content';
import { headingsOf } from './headings';
import { renderPage } from './render-page';
import { styleClasses } from './style-classes';
import { rewriteHtmlLinks, rewriteMarkdownLinks } from '../page/rewrite-links';
import { withSectionIds } from '../../testing/section-ids';
import { serializeHtml } from '../tree/serialize-html';

const HTML = { ...TEXT_SHAPES, ...HTML_SHAPES };
const MARKDOWN = { ...TEXT_SHAPES, ...MARKDOWN_SHAPES, ...HTML_SHAPES };
const BASE = 'http://a.example';
const letters = 'jfha';
const pages = new Map([[1, '<p id="bkmrk-a">a</p>']]);

it.each<[string, (text: string) => unknown]>([
  ['parsing', (html) => parseHtml(html)],
  ['printing', (html) => serializeHtml(parseHtml(html))],
  ['filtering', (html) => filterHtml(html, { letters })],
  ['section ids', withSectionIds],
  ['includes', (html) => renderPage({ html, pages, letters: '' })],
  ['ids of included pages', includedIds],
  ['plain text', htmlToPlainText],
  ['rewritten links', (html) => rewriteHtmlLinks(html, `${BASE}/books/b`, `${BASE}/books/c`)],
  ['saving', (html) => parsePageContent({ html }, 'mark')],
  ['simple formatting', keepSimpleHtml],
  ['comments', (html) => presentCommentHtml(commentHtmlToStore(html))],
  ['headings', (html) => headingsOf(serializeHtml(parseHtml(html)))],
  ['classes', (html) => styleClasses(serializeHtml(parseHtml(html)))],
  ['descriptions', (html) => describeItem({ description_html: html })],
])('%s of HTML take time in proportion to its length', async (_what, work) => {
  expect(await growthFaults(work, HTML)).toEqual([]);
});

it.each<[string, (text: string) => unknown]>([
  ['HTML', markdownToHtml],
  ['rewritten links', (markdown) => rewriteMarkdownLinks(markdown, `${BASE}/books/b`, `${BASE}/books/c`)],
  [
    'embedded images',
    (markdown) => takeMarkdownImages(markdown, (marked) => ({ html: marked }), { key: 'mark', addresses: [] }),
  ],
])('%s of Markdown take time in proportion to its length', async (_what, work) => {
  expect(await growthFaults(work, MARKDOWN)).toEqual([]);
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

it.each<[string, (text: string) => unknown]>([
  ['slugs', slugify],
  ['free slugs', (name) => uniqueSlug(name, () => false)],
  ['plain descriptions', (text) => describeItem({ description: text })],
])('%s of texts take time in proportion to their length', async (_what, work) => {
  expect(await growthFaults(work, TEXT_SHAPES)).toEqual([]);
});

// The search for the fewest differences is quadratic up to a limit. Beyond it, all sizes take the same time, in a worker.
it.each<[string, (html: string) => unknown]>([
  ['nothing', (html) => diffHtml('', html)],
  ['other text', (html) => diffHtml(html, html.replaceAll('a', 'b'))],
])('comparing HTML with %s terminates', (_what, work) => {
  const html = HTML_SHAPES['paragraphs of many texts']?.(200_000) ?? '';
  expect(work(html)).toContain('<ins>');
});
