import path from 'node:path';
import { launchChromium } from '@almanac/chromium';
import { buildSync } from 'esbuild';

const EDITOR = path.resolve(__dirname, '../../web/src/editor');

/** Opens each text in an editor, reads it back, then changes one word of each block, one at a time. */
const PROBE = `
import { Editor, getSchema } from '@tiptap/core';
import { BlockTexts, slicesOf } from './block-texts';
import { extensionsFor } from './schema';
export const probe = (texts, { isPage }) => JSON.stringify(texts.map(({ text, blocks: given }) => {
  const extensions = extensionsFor({ isPage });
  const blocks = new BlockTexts(getSchema(extensions), !isPage);
  const opened = blocks.open(given);
  if (!opened) return { text, state: 'source' };
  const editor = new Editor({ extensions, injectCSS: false, content: opened.toJSON() });
  const read = blocks.save(editor.state.doc);
  const kinds = [];
  editor.state.doc.forEach((node) => kinds.push(node.type.name === 'keptHtml' ? 'keptHtml' + node.attrs.html : node.type.name));
  const faults = [];
  const changes = [];
  const textOf = (some) => some.map((block) => block.text).join('');
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
    changes.push({ index, text: changed });
    const [before, after] = [textOf(given.slice(0, index)), textOf(given.slice(index + 1))];
    if (!changed.startsWith(before) || !changed.endsWith(after) || !changed.includes('Changed')) faults.push(changed);
    editor.commands.undo();
    if (blocks.save(editor.state.doc) !== text) faults.push('undone: ' + blocks.save(editor.state.doc));
  });
  editor.destroy();
  return { text, state: 'opened', read, kinds, faults, changes, again: slicesOf(text)?.join('') ?? text };
}));`;

interface ProbedText {
  text: string;
  state: 'opened' | 'source';
  /** What is saved without a change, and what the blocks are together when the browser splits the text. */
  read: string;
  again: string;
  kinds: string[];
  faults: string[];
  /** The whole text after a change of this block. */
  changes: { index: number; text: string }[];
}

interface OpenedText {
  text: string;
  blocks: { text: string; html: string }[];
}

/** What the text editor of the pages makes of texts, in a browser without a page. */
export async function probeTextEditor(
  texts: readonly OpenedText[],
  { isPage }: { isPage: boolean },
): Promise<ProbedText[]> {
  const { outputFiles } = buildSync({
    stdin: { contents: PROBE, resolveDir: EDITOR, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'tested',
  });
  const browser = await launchChromium({ executablePath: process.env['PUPPETEER_EXECUTABLE_PATH'] });
  try {
    const page = await browser.newPage();
    await page.evaluate(`${outputFiles[0]?.text ?? ''}; globalThis.tested = tested;`);
    const asked = `tested.probe(${JSON.stringify(texts)}, ${JSON.stringify({ isPage })})`;
    const results: ProbedText[] = JSON.parse(String(await page.evaluate(asked)));
    return results;
  } finally {
    await browser.close();
  }
}
