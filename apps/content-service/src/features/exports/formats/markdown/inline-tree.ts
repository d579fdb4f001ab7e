export type Mark = 'em' | 'strong';

/** The content of a line of text. White space is still that of HTML until `tidyInlines` was called. */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'break' }
  /** Finished Markdown that holds no other inlines, or HTML. */
  | { type: 'finished'; markdown: string }
  | { type: 'mark'; mark: Mark; children: Inline[] }
  /** A link, or an element that stays HTML around Markdown. */
  | { type: 'wrapped'; opening: string; closing: string; mayBeEmpty: boolean; children: Inline[] };

/**
 * The same content in the form that Markdown can express: neighbours of one kind are one, a mark inside the same mark is dropped, marks and
 * links have no white space at their ends, and spaces are those that browsers show.
 */
export function tidyInlines(inlines: readonly Inline[]): Inline[] {
  const merged = merge(inlines, []);
  collapseSpaces(merged);
  // Texts may be empty now, so that others became neighbours.
  return withoutLastBreak(merge(merged, []));
}

function merge(inlines: readonly Inline[], within: readonly Mark[]): Inline[] {
  const merged: Inline[] = [];
  for (const inline of inlines) for (const part of partsOf(inline, within)) append(merged, part);
  return merged;
}

function partsOf(inline: Inline, within: readonly Mark[]): Inline[] {
  if (inline.type === 'mark') {
    if (within.includes(inline.mark)) return merge(inline.children, within);
    const { before, inner, after } = splitEnds(merge(inline.children, [...within, inline.mark]));
    return inner.length > 0 ? [...before, { ...inline, children: inner }, ...after] : [...before, ...after];
  }
  if (inline.type === 'wrapped') {
    const { before, inner, after } = splitEnds(merge(inline.children, within));
    if (inner.length === 0 && !inline.mayBeEmpty) return [...before, ...after];
    return [...before, { ...inline, children: inner }, ...after];
  }
  return 'text' in inline && inline.text === '' ? [] : [inline];
}

function append(list: Inline[], part: Inline): void {
  const last = list.at(-1);
  if (last && 'text' in last && last.type === part.type)
    list[list.length - 1] = { ...last, text: last.text + part.text };
  else if (last?.type === 'mark' && part.type === 'mark' && last.mark === part.mark)
    for (const child of part.children) append(last.children, child);
  else list.push(part);
}

/** Parts the white space, with line breaks, from the ends of a merged list. */
function splitEnds(inlines: readonly Inline[]): Record<'before' | 'inner' | 'after', Inline[]> {
  const start = inlines.findIndex((inline) => !isSpace(inline));
  if (start < 0) return { before: [...inlines], inner: [], after: [] };
  const end = inlines.findLastIndex((inline) => !isSpace(inline)) + 1;
  const inner = inlines.slice(start, end);
  let before = inlines.slice(0, start);
  let after = inlines.slice(end);
  const [first] = inner;
  if (first?.type === 'text') {
    const text = first.text.trimStart();
    before = [...before, ...textOf(first.text.slice(0, first.text.length - text.length))];
    inner[0] = { ...first, text };
  }
  const last = inner.at(-1);
  if (last?.type === 'text') {
    const text = last.text.trimEnd();
    after = [...textOf(last.text.slice(text.length)), ...after];
    inner[inner.length - 1] = { ...last, text };
  }
  return { before, inner, after };
}

const isSpace = (inline: Inline) => inline.type === 'break' || (inline.type === 'text' && inline.text.trim() === '');
const textOf = (text: string): Inline[] => (text === '' ? [] : [{ type: 'text', text }]);

/** Drops the spaces that browsers do not show: those behind another space, and at both ends of a line. */
function collapseSpaces(inlines: readonly Inline[]): void {
  let last: { text: string } | undefined;
  let isAfterSpace = true;
  const endLine = () => {
    if (last?.text.endsWith(' ')) last.text = last.text.slice(0, -1);
    last = undefined;
    isAfterSpace = true;
  };
  const visit = (list: readonly Inline[]) => {
    for (const inline of list) {
      if (inline.type === 'break') endLine();
      else if ('children' in inline && inline.children.length > 0) visit(inline.children);
      else if ('text' in inline) {
        inline.text = inline.text.replace(/[ \t\r\n\f]+/g, ' ');
        if (isAfterSpace && inline.text.startsWith(' ')) inline.text = inline.text.slice(1);
        if (inline.text === '') continue;
        last = inline;
        isAfterSpace = inline.text.endsWith(' ');
      } else {
        last = undefined;
        isAfterSpace = false;
      }
    }
  };
  visit(inlines);
  endLine();
}

/** One line break at the end of a block is not shown. */
const withoutLastBreak = (inlines: Inline[]) =>
  inlines.at(-1)?.type === 'break' && inlines.at(-2)?.type !== 'break' ? inlines.slice(0, -1) : inlines;
