import { growthFaults, HTML_SHAPES, TEXT_SHAPES } from '@almanac/testing';
import { markImages } from './contained-html';
import { htmlToMarkdown } from './markdown/html-to-markdown';
import { forPrint } from './for-print';
import { ownAddresses } from '../zip/zip-targets';

it.each<[string, (html: string) => unknown]>([
  ['Markdown', htmlToMarkdown],
  ['contained HTML', (html) => markImages(html, 'http://a.example', 'mark')],
  ['print', forPrint],
  ['own addresses', (html) => ownAddresses(html, 'http://a.example')],
])('%s: the processing time grows linearly with the length of the HTML', async (_what, work) => {
  expect(await growthFaults(work, { ...TEXT_SHAPES, ...HTML_SHAPES })).toEqual([]);
});
