import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { launchChromium } from '@almanac/chromium';
import { describeWithReference } from '@almanac/testing';
import { blockStarts } from '@almanac/web';
import { buildSync } from 'esbuild';
import { ATTACKS } from '../../../testing/data/attack-strings.data';
import { MISNESTED_HTML, WELL_NESTED_HTML } from '../../../testing/data/misnested.data';
import { RECORDED_HTML, RECORDED_MARKDOWN } from '../../../testing/data/recorded-pages.data';
import { CAPTURES } from '../../../contracts/reference/captures';
import { DESCRIBED_BLOCKS } from './kept-text.data';

const EDITOR = path.resolve(__dirname, '../../../../../../libs/web/src/editor');

/** Opens each text in an editor, reads it back, then changes one word of each block, one at a time. */
const PROBE = `
import { Editor, getSchema } from '@tiptap/core';
import { BlockTexts, slicesAt, slicesOf } from './block-texts';
import { EXTENSIONS } from './schema';
const schema = getSchema(EXTENSIONS);
export const probe = (texts) => JSON.stringify(texts.map(({ text, starts }) => {
  const slices = slicesAt(text, starts);
  const blocks = new BlockTexts(schema);
  const opened = blocks.open(slices);
  if (!opened) return { text, state: 'source' };
  const editor = new Editor({ extensions: EXTENSIONS, injectCSS: false, content: opened.toJSON() });
  const read = blocks.save(editor.state.doc);
  const kinds = [];
  editor.state.doc.forEach((node) => kinds.push(node.type.name === 'keptHtml' ? 'keptHtml' + node.attrs.html : node.type.name));
  const faults = [];
  let position = 0;
  editor.state.doc.content.content.forEach((node, index) => {
    let place;
    node.descendants((inner, at) => {
      if (place === undefined && inner.isText) place = position + 1 + at;
    });
    position += node.nodeSize;
    if (place === undefined) return;
    editor.commands.insertContentAt(place, 'Changed');
    const changed = blocks.save(editor.state.doc);
    const [before, after] = [slices.slice(0, index).join(''), slices.slice(index + 1).join('')];
    if (!changed.startsWith(before) || !changed.endsWith(after) || !changed.includes('Changed')) faults.push(changed);
    editor.commands.undo();
    if (blocks.save(editor.state.doc) !== text) faults.push('undone: ' + blocks.save(editor.state.doc));
  });
  editor.destroy();
  return { text, state: 'opened', read, kinds, faults, again: slicesOf(text)?.join('') ?? text };
}));`;

interface Probed {
  text: string;
  state: 'opened' | 'source';
  read: string;
  again: string;
  kinds: string[];
  faults: string[];
}

async function probed(texts: readonly string[]): Promise<Probed[]> {
  const { outputFiles } = buildSync({
    stdin: { contents: PROBE, resolveDir: EDITOR, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'tested',
  });
  const cases = texts.map((html) => {
    const text = html.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '');
    return { text, starts: blockStarts(text) };
  });
  const browser = await launchChromium({ executablePath: process.env['PUPPETEER_EXECUTABLE_PATH'] });
  try {
    const page = await browser.newPage();
    await page.evaluate(`${outputFiles[0]!.text}; globalThis.tested = tested;`);
    const results: Probed[] = JSON.parse(String(await page.evaluate(`tested.probe(${JSON.stringify(cases)})`)));
    return results;
  } finally {
    await browser.close();
  }
}

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
