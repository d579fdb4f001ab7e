import { NOT_READ, RAW_TEXT, VOID, words } from './html-elements';

const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const TABLE_PARTS = words('caption colgroup col thead tbody tfoot tr td th');
/** Allowed children. Rows and columns may be children of a table: browsers add the element between. */
const CHILDREN = new Map([
  ['table', words('caption colgroup col thead tbody tfoot tr')],
  ['colgroup', words('col')],
  ['thead', words('tr')],
  ['tbody', words('tr')],
  ['tfoot', words('tr')],
  ['tr', words('td th')],
  ['select', words('option optgroup')],
  ['optgroup', words('option')],
]);
const NO_TEXT = words('table colgroup thead tbody tfoot tr');
const CLOSING_PARAGRAPHS = new Set([
  ...HEADINGS,
  ...words(
    'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form header hgroup hr li ' +
      'listing main menu nav ol p pre search section summary table ul xmp',
  ),
]);
/** Inside these elements, a new list item does not close an item around them. */
const BETWEEN_ITEMS = new Set([
  ...CLOSING_PARAGRAPHS,
  ...words('applet button caption marquee noscript object select tbody td tfoot th thead tr'),
]);
for (const name of ['address', 'dialog', 'div', 'p', 'search']) BETWEEN_ITEMS.delete(name);
const SCOPES = words('applet caption marquee object table td th');
const MARKERS = words('applet caption marquee object td th');
const RUBY = words('rb rp rt rtc');
const CLOSED_BY_RUBY = words('dd dt li optgroup option p rb rp rt rtc');
/** htmlparser2 ends some of these at the start of another one. */
const CONTROLS = words('button datalist input option output select textarea');
const ONLY_TEXT = words('option iframe noembed noframes');
const ONLY_TEXT_IN_FOREIGN = words('desc mi mn mo ms mtext title');
const NOT_FOREIGN = new Set([
  ...CLOSING_PARAGRAPHS,
  ...VOID,
  ...words(
    'annotation-xml b big body code command em font foreignobject head i isindex math nobr ruby s small span strike strong sub sup svg tt u var',
  ),
]);
/** Both parsers treat these too differently for simple rules. */
const UNLIKE = words('bgsound command frame frameset image isindex plaintext template');

/** The inside of an element, with flags for the elements around that matter to the rules. */
export interface Place {
  readonly name: string;
  readonly isForeign: boolean;
  readonly hasOnlyText: boolean;
  readonly inParagraph: boolean;
  readonly inLink: boolean;
  readonly inNobr: boolean;
  readonly inForm: boolean;
  readonly inButton: boolean;
  readonly inItem: boolean;
  readonly inTerm: boolean;
}

const ROOT: Place = {
  name: '',
  isForeign: false,
  hasOnlyText: false,
  inParagraph: false,
  inLink: false,
  inNobr: false,
  inForm: false,
  inButton: false,
  inItem: false,
  inTerm: false,
};

const NOT_WHITE = /[^ \t\n\f\r]/;
const MARKUP = /[<&]/;
const NOT_ASCII = /[^\x00-\x7f]/;

/**
 * Tells whether browsers build the tree that the tags describe. A negative answer may be wrong: `BrowserParser` then reads the text, which
 * takes longer. A positive answer must be right; browser-tree.browser.spec compares the trees with those of the standard.
 */
export class Nesting {
  private readonly open: Place[] = [ROOT];

  /** Whether a browser puts an element of this name into the innermost open one. */
  mayOpen(name: string): boolean {
    const around = this.innermost;
    if (NOT_ASCII.test(name) || around.hasOnlyText) return false;
    if (around.isForeign) return !NOT_FOREIGN.has(name);
    if (UNLIKE.has(name)) return false;
    const children = CHILDREN.get(around.name);
    if (children) return children.has(name);
    switch (name) {
      case 'html':
        return around.name === '';
      case 'head':
      case 'body':
        return around.name === '' || around.name === 'html';
      case 'a':
        return !around.inLink;
      case 'nobr':
        return !around.inNobr;
      case 'button':
        if (around.inButton) return false;
        break;
      case 'form':
        if (around.inForm) return false;
        break;
      case 'li':
        if (around.inItem) return false;
        break;
      case 'dd':
      case 'dt':
        if (around.inTerm) return false;
        break;
      case 'option':
      case 'optgroup':
        return false;
    }
    if (around.inParagraph && CLOSING_PARAGRAPHS.has(name)) return false;
    if (CONTROLS.has(name) && CONTROLS.has(around.name)) return false;
    if (RUBY.has(name) && CLOSED_BY_RUBY.has(around.name)) return false;
    return !(TABLE_PARTS.has(name) || (HEADINGS.has(name) && HEADINGS.has(around.name)));
  }

  /** Call for every opened element that has an end tag. */
  opened(name: string): void {
    this.open.push(inside(this.innermost, name));
  }

  /** Whether the innermost open element is the one that ends. */
  mayClose(name: string): boolean {
    return this.innermost.name === name && name !== '';
  }

  closed(): void {
    this.open.pop();
  }

  /** Whether a browser keeps the text in this place and reads it in the same way. */
  mayHaveText(text: string): boolean {
    const { name, isForeign } = this.innermost;
    if (NO_TEXT.has(name)) return !NOT_WHITE.test(text);
    if (!NOT_READ.has(name)) return true;
    if (isForeign || name === 'textarea') return !MARKUP.test(text);
    return !(text.toLowerCase().includes(`</${name}`) || (name === 'script' && text.includes('<!--')));
  }

  mayHaveEntity(): boolean {
    const { name, isForeign } = this.innermost;
    return !NO_TEXT.has(name) && !RAW_TEXT.has(name) && !(isForeign && NOT_READ.has(name));
  }

  /** Whether a browser reads a comment or a doctype as such. */
  mayHaveComment(): boolean {
    return !this.innermost.hasOnlyText;
  }

  /** Whether `/>` ends the innermost open element. htmlparser2 miscounts `svg` and `math` themselves. */
  mayCloseItself(): boolean {
    const { name, isForeign, hasOnlyText } = this.innermost;
    return isForeign && !hasOnlyText && name !== 'svg' && name !== 'math';
  }

  private get innermost(): Place {
    return this.open.at(-1) ?? ROOT;
  }
}

/** The places around and in nested elements, from the outermost one. */
export function placesInside(elements: readonly { name: string }[]): Place[] {
  const places = [ROOT];
  for (const { name } of elements) places.push(inside(places.at(-1) ?? ROOT, name));
  return places;
}

function inside(around: Place, name: string): Place {
  if (around.isForeign) return { ...around, name, hasOnlyText: ONLY_TEXT_IN_FOREIGN.has(name) || NOT_READ.has(name) };
  const isScope = SCOPES.has(name);
  const isMarker = MARKERS.has(name);
  const isTerm = name === 'dd' || name === 'dt';
  return {
    name,
    isForeign: name === 'svg' || name === 'math',
    hasOnlyText: ONLY_TEXT.has(name) || NOT_READ.has(name),
    inParagraph: name === 'p' || (around.inParagraph && !isScope && name !== 'button'),
    inLink: name === 'a' || (around.inLink && !isMarker),
    inNobr: name === 'nobr' || (around.inNobr && !isMarker),
    inForm: name === 'form' || around.inForm,
    inButton: name === 'button' || (around.inButton && !isScope),
    inItem: name === 'li' || (around.inItem && !BETWEEN_ITEMS.has(name)),
    inTerm: isTerm || (around.inTerm && !BETWEEN_ITEMS.has(name)),
  };
}
