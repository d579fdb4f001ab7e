import { growthFaults, HTML_SHAPES, TEXT_SHAPES } from '@almanac/testing';
import { describe as describeItem } from '../../content/item-fields/descriptions';
import { slugify, uniqueSlug } from '../../content/slugs/slugify';

it.each<[string, (text: string) => unknown]>([
  ['slugs', slugify],
  ['free slugs', (name) => uniqueSlug(name, () => false)],
  ['plain descriptions', (text) => describeItem({ description: text })],
])('%s of texts take time in proportion to their length', async (_what, work) => {
  expect(await growthFaults(work, TEXT_SHAPES)).toEqual([]);
});

it('descriptions of HTML take time in proportion to its length', async () => {
  const work = (html: string) => describeItem({ description_html: html });
  expect(await growthFaults(work, { ...TEXT_SHAPES, ...HTML_SHAPES })).toEqual([]);
});
