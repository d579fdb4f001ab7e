import { markImages } from './contained-html';
import { htmlToMarkdown } from './html-to-markdown';
import { forPrint } from './pdf/for-print';

// What takes long for a long text. Workers load this file, so it leads to pure functions alone.

export const toMarkdown = (html: string) => htmlToMarkdown(html);

export const mark = ({ html, baseUrl, key }: { html: string; baseUrl: string; key: string }) => markImages(html, baseUrl, key);

export const print = (html: string) => forPrint(html);
