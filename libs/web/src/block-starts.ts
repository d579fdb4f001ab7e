import { Parser } from 'htmlparser2';

/** Elements inside a line of text. All others are blocks. */
const INLINE = new Set(
  'a abbr b bdi big br cite code del dfn em font i img input ins kbd mark q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
);
/** The parser's work for each tag grows with the number of open elements. */
const MAX_OPEN_ELEMENTS = 200;

/**
 * Where the blocks of a text start, for the text editor: each element that is a block, and each run of text and inline elements. A block
 * reaches to the start of the next one. Line ends count as one character, as in the field of a form. The work is linear: a text that is nested
 * too deeply is one block. Browsers may see other blocks in a text that is not well nested; the editor compares, and does not open such a text.
 * @param atBlankLines whether a blank line or two breaks between inline elements also end a block
 */
export function blockStarts(html: string, { atBlankLines = false } = {}): number[] {
  const text = html.replaceAll(/\r\n?/g, '\n');
  if (text.trim() === '') return [];
  const starts: number[] = [];
  let depth = 0;
  let isInLine = false;
  let isAfterBreak = false;
  const add = (start: number, { isBlock }: { isBlock: boolean }) => {
    if (depth > 0) return;
    if (isBlock || !isInLine) starts.push(start);
    isInLine = !isBlock;
    isAfterBreak = false;
  };
  const addBreak = (start: number) => {
    const isSecond = isAfterBreak;
    add(start, { isBlock: false });
    isAfterBreak = depth === 0 && !isSecond;
    if (isSecond && atBlankLines) isInLine = false;
  };
  const addText = (start: number, piece: string) => {
    const isNew = !isInLine;
    if ((isNew || isAfterBreak) && /^[ \t\n\f]*$/.test(piece)) return;
    add(start, { isBlock: false });
    if (!atBlankLines || depth > 0) return;
    for (const { index, 0: gap } of piece.matchAll(/\n[^\S\n]*\n\s*/g)) {
      const end = index + gap.length;
      isInLine = end < piece.length;
      if (isInLine && !(isNew && piece.slice(0, index).trim() === '')) starts.push(start + end);
    }
  };
  const parser = new Parser({
    onopentag: (name) => {
      if (name === 'br') addBreak(parser.startIndex);
      else add(parser.startIndex, { isBlock: !INLINE.has(name) });
      depth += 1;
      if (depth > MAX_OPEN_ELEMENTS) parser.pause();
    },
    onclosetag: () => (depth -= 1),
    oncomment: () => add(parser.startIndex, { isBlock: false }),
    ontext: () => addText(parser.startIndex, text.slice(parser.startIndex, parser.endIndex + 1)),
  });
  parser.end(text);
  const [, ...others] = starts;
  return depth > MAX_OPEN_ELEMENTS ? [0] : [0, ...others];
}
