import { parseFragment } from 'parse5';

/** Elements inside a line of text. All others are blocks. */
const INLINE = new Set(
  'a abbr b bdi big br cite code del dfn em font i img input ins kbd mark q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
);

/**
 * Where the blocks of a text start, for the editor of pages: each element that is a block, and each run of text and inline elements.
 * A block reaches to the start of the next one. Line ends count as one character, as in the field of a form.
 */
export function blockStarts(html: string): number[] {
  const text = html.replaceAll(/\r\n?/g, '\n');
  const starts: number[] = [];
  let isInLine = false;
  for (const node of parseFragment(text, { sourceCodeLocationInfo: true }).childNodes) {
    const isBlock = 'tagName' in node && !INLINE.has(node.tagName);
    const isSpace = 'value' in node && /^[ \t\n\f]*$/.test(node.value);
    if (isBlock || !(isInLine || isSpace)) starts.push(node.sourceCodeLocation?.startOffset ?? 0);
    isInLine = !isBlock && (isInLine || !isSpace);
  }
  // Browsers move text out of tables, so that a later node may come from an earlier place. The editor compares, and does not open such a text.
  const [, ...others] = [...new Set(starts)].sort((a, b) => a - b);
  return text.trim() === '' ? [] : [0, ...others];
}
