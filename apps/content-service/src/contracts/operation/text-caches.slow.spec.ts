import { memoryShares } from '@almanac/testing';
import { WorkerPool } from '@almanac/workers';
import { presentDescriptionHtml } from '../../content/item-fields/descriptions';
import { ExportTexts } from '../../features/exports/formats/export-texts';
import { RenderedHtmlCache } from '../../text/rendering/rendered-html-cache';
import { TextWork } from '../../text/rendering/text-work';

const MEGABYTE = 1024 * 1024;

const pool = new WorkerPool({ threads: 1, maxQueue: 1_000, maxMegabytes: 256, timeFactor: 100 });
afterAll(() => pool.close());

const rendered = new RenderedHtmlCache(4 * MEGABYTE, async ({ html }) => Promise.resolve({ html, hasIncludes: false }));
const texts = new TextWork(pool);
const exported = new ExportTexts(pool);

type Add = (text: string) => Promise<unknown>;

const CACHES: [name: string, maxBytes: number, add: Add][] = [
  ['rendered pages', 4 * MEGABYTE, (html) => rendered.render({ html, pages: new Map(), letters: '' })],
  ['shown comments', 8 * MEGABYTE, (html) => texts.showComments([{ html }])],
  ['shown descriptions', 8 * MEGABYTE, async (html) => Promise.resolve(presentDescriptionHtml(html))],
  ['exported Markdown', 16 * MEGABYTE, (html) => exported.toMarkdown(html, { keep: true })],
];

it.each(CACHES)('the cache of %s takes the memory that it counts', async (_, maxBytes, add) => {
  const parts = await memoryShares({ maxBytes }, add);
  expect(Math.max(...parts)).toBeLessThan(1.5);
});
