/** The parser's work for each tag grows with the number of open elements. */
const MAX_OPEN_ELEMENTS = 200;

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
/** Elements that end where the next one of their kind begins. */
const SIBLINGS = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'option']);

/** The same HTML, with tags inside of 200 open elements turned into text. Call it before parsing. */
export function withoutDeepTags(html: string): string {
  const open: string[] = [];
  return html.replace(/<(\/?)([a-z][^\s/<>]*)/gi, (tag, slash: string, written: string) => {
    const name = written.toLowerCase();
    if (slash !== '') {
      const index = open.lastIndexOf(name);
      if (index >= 0) open.length = index;
    } else if (!VOID.has(name)) {
      if (SIBLINGS.has(name) && open.at(-1) === name) open.pop();
      if (open.length >= MAX_OPEN_ELEMENTS) return `&lt;${tag.slice(1)}`;
      open.push(name);
    }
    return tag;
  });
}
