import { commentHtmlToStore, presentCommentHtml } from '../filters/simple-html';
import { diffHtml } from '../formats/html-diff';
import { includedIds } from '../includes/includes';
import { filterHtml } from '../filters/output-filters';
import { htmlToPlainText } from '../formats/plain-text';
import { type TextInput, parsePageContent } from '../page/prepare-page-content';
import { type PageToRender, renderPage } from './render-page';
import { rewriteHtmlLinks, rewriteMarkdownLinks } from '../page/page-links';

// Functions that are slow for long texts. Workers load this file, so it must import only pure functions.

export const parse = ({ text, key }: { text: TextInput; key: string }) => parsePageContent(text, key);

export const render = (page: PageToRender) => renderPage(page);

export const included = (html: string) => includedIds(html);

export const diff = ({ before, after, letters }: { before: string; after: string; letters: string }) =>
  filterHtml(diffHtml(before, after), { letters });

export const plainText = (html: string) => htmlToPlainText(html);

export const storeComment = (html: string) => commentHtmlToStore(html);

export const showComments = (stored: readonly string[]) => stored.map(presentCommentHtml);

export const rewriteLinks = ({
  html,
  markdown,
  from,
  to,
}: {
  html: string;
  markdown: string;
  from: string;
  to: string;
}) => ({
  html: rewriteHtmlLinks(html, from, to),
  markdown: rewriteMarkdownLinks(markdown, from, to),
});
