import {
  type AnyExtension,
  Extension,
  InputRule,
  type KeyboardShortcutCommand,
  Mark,
  markInputRule,
  Node,
} from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { keptHtmlView } from './kept-html-view';

/** The elements of each mark, its keys, and the signs that make it while typing. New text gets the first element. */
const MARKS: Record<string, [tags: string, keys?: string, typed?: RegExp]> = {
  bold: ['strong b', 'Mod-b', /(?:^|\s)\*\*([^*]+)\*\*$/],
  italic: ['em i', 'Mod-i', /(?:^|\s)\*([^*]+)\*$/],
  underline: ['u', 'Mod-u'],
  strike: ['s del strike', 'Mod-Shift-s', /(?:^|\s)~~([^~]+)~~$/],
  code: ['code', 'Mod-e', /(?:^|\s)`([^`]+)`$/],
  sub: ['sub', 'Mod-,'],
  sup: ['sup', 'Mod-.'],
  mark: ['mark', 'Mod-Shift-h'],
  // These have no button. They stay in a text that is changed around them.
  inline: ['span small kbd abbr cite q var samp dfn time bdi font ins big tt'],
};
const tagsOf = (mark: string) => MARKS[mark]?.[0].split(' ') ?? [];
const INLINE = new Set([...Object.keys(MARKS).flatMap(tagsOf), 'a']);
const LEAVES = new Set(['br', 'img', 'input']);

/** Whether an element with content marks text, and does not make a block. */
export const isMark = ({ localName }: Element) => INLINE.has(localName);
export const isInLine = (element: Element) => isMark(element) || LEAVES.has(element.localName);

/** Attributes that commands change. All others of an element are kept as they are. */
const CHANGED: Record<string, string> = {
  image: 'src alt title width height',
  link: 'href target rel class title',
  orderedList: 'start type',
  tableCell: 'colspan rowspan',
  tableHeader: 'colspan rowspan',
  checkbox: 'checked',
};
const BLOCKS = 'paragraph heading blockquote bulletList listItem codeBlock hardBreak horizontalRule table tableRow';
/** Attributes that the editor shows. The policy of the page refuses styles, and ids would appear twice. */
const SHOWN = /^(?:class|dir|lang|align|width|height|title)$/;

/** The attributes of an element, and as `''` its name when new text would get another. */
function keptOf(element: HTMLElement, type: string): string | null {
  const again = element.getAttribute('data-kept');
  if (again !== null) return again;
  const changed = CHANGED[type]?.split(' ') ?? [];
  const own = [...element.attributes].filter(({ name }) => !changed.includes(name));
  const kept = own.map(({ name, value }) => [name, value]);
  if (type in MARKS && tagsOf(type)[0] !== element.localName) kept.push(['', element.localName]);
  return kept.length > 0 ? JSON.stringify(kept) : null;
}

/** The pairs of a kept text. Pasted HTML may bring any text. */
export function keptPairs(kept: unknown): [string, string][] {
  const pairs: unknown = JSON.parse(typeof kept === 'string' ? kept : '[]');
  return (Array.isArray(pairs) ? pairs : []).map((pair: unknown) =>
    Array.isArray(pair) ? [String(pair[0]), String(pair[1])] : ['', ''],
  );
}

/** An attribute that is for the serializer alone. */
const hidden = (name: string, read: (element: HTMLElement) => unknown) => ({
  default: null,
  keepOnSplit: false,
  parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`) ?? read(element),
  renderHTML: (values: Record<string, unknown>) => ({ [`data-${name}`]: values[name] }),
});

const keptBy = (type: string) => ({
  types: [type],
  attributes: {
    kept: {
      ...hidden('kept', (element) => keptOf(element, type)),
      renderHTML: ({ kept }: Record<string, unknown>) => ({
        ...Object.fromEntries(keptPairs(kept).filter(([name]) => SHOWN.test(name))),
        'data-kept': kept,
      }),
    },
  },
});

const contextOf = (element: HTMLElement) =>
  [...element.children]
    .map((child) => (/^(?:colgroup|caption)$/.test(child.localName) ? child.outerHTML : ''))
    .join('');

const Attributes = Extension.create({
  name: 'attributes',
  addGlobalAttributes: () => [
    ...[...BLOCKS.split(' '), ...Object.keys({ ...MARKS, ...CHANGED })].map(keptBy),
    // `p` for an element, `none` for text outside of all elements, null for a paragraph that its place brings.
    { types: ['paragraph'], attributes: { wrap: hidden('wrap', () => 'p') } },
    { types: ['table'], attributes: { columns: hidden('columns', (table) => contextOf(table) || null) } },
    { types: ['tableRow'], attributes: { section: hidden('section', (row) => row.parentElement?.localName) } },
  ],
});

const markNamed = (name: string) =>
  Mark.create({
    name,
    // Elements without a button may lie one inside the other.
    excludes: MARKS[name]?.[1] ? name : '',
    parseHTML: () => tagsOf(name).map((tag) => ({ tag })),
    renderHTML: ({ HTMLAttributes }) => [tagsOf(name)[0] ?? 'span', HTMLAttributes, 0],
    addInputRules() {
      const [, , find] = MARKS[name] ?? [];
      return find ? [markInputRule({ find, type: this.type })] : [];
    },
  });

const Keys = Extension.create({
  name: 'keys',
  addKeyboardShortcuts() {
    const toggles: Record<string, KeyboardShortcutCommand> = {};
    for (const [name, [, keys]] of Object.entries(MARKS))
      if (keys) toggles[keys] = () => this.editor.commands.toggleMark(name);
    return toggles;
  },
});

export const NEW_TASK = '[["type","checkbox"],["disabled",""]]';

/** The box of a task. Readers see whether it is done. */
const Checkbox = Node.create({
  name: 'checkbox',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    checked: {
      default: false,
      parseHTML: (box) => box.hasAttribute('checked'),
      renderHTML: ({ checked }) => (checked ? { checked: '' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'input[type="checkbox"]' }],
  renderHTML: ({ HTMLAttributes }) => ['input', { ...HTMLAttributes, type: 'checkbox', 'aria-label': 'Done' }],
  addInputRules() {
    return [
      new InputRule({
        find: /^\[([ x])\]\s$/,
        handler: ({ state: { tr, schema }, range: { from, to }, match }) => {
          tr.replaceWith(from, to, [this.type.create({ checked: match[1] === 'x', kept: NEW_TASK }), schema.text(' ')]);
        },
      }),
    ];
  },
});

/** A block with elements that the editor does not know. It stays as it is, and can be changed as source. */
const KeptHtml = Node.create({
  name: 'keptHtml',
  group: 'block',
  atom: true,
  addAttributes: () => ({ html: { ...hidden('html', () => null), default: '' } }),
  parseHTML: () => [{ tag: 'div[data-html]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView: () => keptHtmlView,
});

const SPANS = () => ({
  colspan: { default: 1 },
  rowspan: { default: 1 },
  colwidth: { default: null, rendered: false },
});

/** @param isPage whether a text may have tasks, and images that are stored when it is saved */
export const extensionsFor = ({ isPage }: { isPage: boolean }): AnyExtension[] => [
  StarterKit.configure({
    ...{ bold: false, italic: false, underline: false, strike: false, code: false },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null } },
  }),
  Image.configure({ inline: true, allowBase64: isPage }),
  Table.extend({
    parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
    renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
    addNodeView: () => null,
  }),
  ...[TableRow, TableCell.extend({ addAttributes: SPANS }), TableHeader.extend({ addAttributes: SPANS })],
  ...(isPage ? [Checkbox] : []),
  ...[Attributes, Keys, KeptHtml, ...Object.keys(MARKS).map(markNamed)],
];
