import { growthFaults, HTML_SHAPES, MARKDOWN_SHAPES, TEXT_SHAPES } from '@almanac/testing';
import { commentHtmlToStore, presentCommentHtml } from '../comments/comment-html';
import { keepSimpleHtml } from '../descriptions/simple-html';
import { describe as describeItem } from '../descriptions/descriptions';
import { slugify } from '../slugs/slugify';
import { uniqueSlug } from '../slugs/unique-slug';
import { takeMarkdownImages } from './base64-images';
import { diffHtml } from './html-diff';
import { parseHtml } from './html-tree';
import { includedIds } from './included-ids';
import { markdownToHtml } from './markdown';
import { filterHtml } from './output-filters';
import { findPageLinks } from './page-link-references';
import { htmlToPlainText } from './plain-text';
import { parsePageContent } from './prepare-page-content';
import { renderPageHtml } from './render-page';
import { rewriteHtmlLinks, rewriteMarkdownLinks } from './rewrite-links';
import { withSectionIds } from './section-ids';
import { serializeHtml } from './serialize-html';

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
  ['includes', (html) => renderPageHtml({ html, pages, letters: '' })],
  ['ids of included pages', includedIds],
  ['plain text', htmlToPlainText],
  ['links', (html) => findPageLinks(html, BASE)],
  ['rewritten links', (html) => rewriteHtmlLinks(html, `${BASE}/books/b`, `${BASE}/books/c`)],
  ['saving', (html) => parsePageContent({ html }, 'mark')],
  ['simple formatting', keepSimpleHtml],
  ['comments', (html) => presentCommentHtml(commentHtmlToStore(html))],
  ['descriptions', (html) => describeItem({ description_html: html })],
])('%s of HTML take time in proportion', async (_what, work) => {
  expect(await growthFaults(work, HTML)).toEqual([]);
});

it.each<[string, (text: string) => unknown]>([
  ['HTML', markdownToHtml],
  ['rewritten links', (markdown) => rewriteMarkdownLinks(markdown, `${BASE}/books/b`, `${BASE}/books/c`)],
  [
    'embedded images',
    (markdown) => takeMarkdownImages(markdown, (marked) => ({ html: marked }), { key: 'mark', addresses: [] }),
  ],
])('%s of Markdown take time in proportion', async (_what, work) => {
  expect(await growthFaults(work, MARKDOWN)).toEqual([]);
});

it.each<[string, (text: string) => unknown]>([
  ['slugs', slugify],
  ['free slugs', (name) => uniqueSlug(name, () => false)],
  ['plain descriptions', (text) => describeItem({ description: text })],
])('%s of texts take time in proportion', async (_what, work) => {
  expect(await growthFaults(work, TEXT_SHAPES)).toEqual([]);
});

// The search for the fewest differences is quadratic up to a limit. Beyond it, all sizes take the same time, in a worker.
it.each<[string, (html: string) => unknown]>([
  ['nothing', (html) => diffHtml('', html)],
  ['other text', (html) => diffHtml(html, html.replaceAll('a', 'b'))],
])('differences of HTML to %s end', (_what, work) => {
  const html = HTML_SHAPES['paragraphs of many texts']?.(200_000) ?? '';
  expect(work(html)).toContain('<ins>');
});
