import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeWithReference, probeTextEditor } from '@almanac/testing';
import { blockStarts } from '@almanac/web';
import { ATTACKS } from '../../../testing/data/attack-strings.data';
import { MISNESTED_HTML, WELL_NESTED_HTML } from '../../../testing/data/misnested.data';
import { RECORDED_HTML, RECORDED_MARKDOWN } from '../../../testing/data/recorded-pages.data';
import { CAPTURES } from '../../../contracts/reference/captures';
import { DESCRIBED_BLOCKS } from './kept-text.data';

/** Opens each text in an editor as its form does. */
const probed = (texts: readonly string[]) =>
  probeTextEditor(
    texts.map((html) => {
      const text = html.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '');
      const starts = blockStarts(text);
      const slices = starts.map((start, index) => text.slice(start, starts[index + 1]));
      return { text, blocks: slices.map((slice) => ({ text: slice, html: slice })) };
    }),
    { isPage: true },
  );

const CORPORA = {
  'recorded pages in HTML': RECORDED_HTML.flatMap(({ input, stored }) => [input, stored]),
  'recorded pages in Markdown': RECORDED_MARKDOWN.map(({ stored }) => stored),
  'ways to smuggle a script': Object.values(ATTACKS).flat(),
  'misnested elements': [...MISNESTED_HTML, ...WELL_NESTED_HTML],
  'blocks that the editor knows': DESCRIBED_BLOCKS,
};

async function requireNothingLost(name: string, given: readonly string[]): Promise<void> {
  const texts = given.filter((text) => text.trim() !== '');
  const results = await probed(texts);
  const opened = results.filter(({ state }) => state === 'opened');
  const blocks = opened.flatMap(({ kinds }) => kinds);
  const kept = blocks.filter((kind) => kind.startsWith('keptHtml'));
  const sources = results.length - opened.length;
  console.info(`${name}: ${texts.length} texts, ${sources} as source; ${blocks.length} blocks, ${kept.length} kept`);
  if (process.env['KEPT']) console.info(kept.join('\n'));
  expect(opened.length).toBeGreaterThan(0);
  expect(
    opened.filter(({ read, text, again, faults }) => read !== text || again !== text || faults.length > 0),
  ).toEqual([]);
}

describe('the editor of a page', () => {
  it.each(Object.entries(CORPORA))('loses nothing of %s', requireNothingLost);

  it('edits the blocks that authors write', async () => {
    const results = await probed(DESCRIBED_BLOCKS);
    const kept = results.filter(
      ({ state, kinds }) => state === 'source' || kinds.some((kind) => kind.startsWith('keptHtml')),
    );
    expect(kept.map(({ text }) => text)).toEqual([]);
  });
});

describeWithReference(CAPTURES, 'the editor of a page of the reference', () => {
  it.each([
    ['captured answers', CAPTURES],
    ['recorded scenarios', path.resolve(CAPTURES, '../../replay/expected')],
  ])('loses nothing of the HTML in %s', async (name, folder) => {
    const texts = new Set<string>();
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      JSON.parse(readFileSync(path.join(folder, file), 'utf8'), (key, value: unknown) => {
        if (/^(?:raw_html|html|description_html)$/.test(key) && typeof value === 'string') texts.add(value);
        return value;
      });
    await requireNothingLost(name, [...texts]);
  });
});
