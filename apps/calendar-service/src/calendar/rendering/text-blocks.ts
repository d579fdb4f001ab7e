import { blockStarts } from '@almanac/web';
import { renderText } from './paragraphs';

/** Rendering a block costs more than its characters. */
const MAX_BLOCKS = 2_000;

/** A part of a stored text, and its HTML for the text editor. Saving drops the same markup as rendering. */
interface TextBlock {
  text: string;
  html: string;
}

/**
 * Splits a description into blocks for the text editor. Each renders alone as it does within the text.
 * @returns null when a text has too many blocks, or renders as another text without its context
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
