import { blockStarts } from '@almanac/web';
import { renderText } from './paragraphs';

/** Rendering a block costs more than its characters. */
const MAX_BLOCKS = 2_000;

/** A part of an author's text, and its HTML for the text editor. What the rendering drops is dropped when a text is saved, too. */
interface TextBlock {
  text: string;
  html: string;
}

/**
 * The blocks of a description for the text editor: together they are the text, and each renders to the same on its own.
 * @returns null for a text whose blocks cannot be told apart
 */
export function textBlocks(raw: string): TextBlock[] | null {
  const text = raw.replaceAll(/\r\n?/g, '\n');
  const starts = blockStarts(text, { atBlankLines: true });
  if (starts.length > MAX_BLOCKS) return null;
  const blocks = starts.map((start, index) => {
    const part = text.slice(start, starts[index + 1]);
    return { text: part, html: renderText(part) };
  });
  const isWhole = blocks.flatMap(({ html }) => html || []).join('\n') === renderText(text);
  return isWhole ? blocks : null;
}
