import { markImages } from './contained-html';
import { htmlToMarkdown } from './markdown/html-to-markdown';
import { forPrint } from './for-print';

// Tasks that take long for a long text. Worker threads load this file, so it must import pure functions only.

export const toMarkdown = (html: string) => htmlToMarkdown(html);

export const mark = ({ html, baseUrl, key }: { html: string; baseUrl: string; key: string }) =>
  markImages(html, baseUrl, key);

export const print = (html: string) => forPrint(html);
