import type { ChainedCommands, Editor } from '@tiptap/core';
import { askImage, askLink, type StoreImage } from './dialogs';
import { withoutWaiting, element } from './elements';
import { NEW_TASK } from './schema';

type Run = (chain: ChainedCommands, editor: Editor) => ChainedCommands;

/** The label of a button, its name, its action, and the mark or block in which it is pressed. */
const BUTTONS: [string, string, Run, string?][] = [
  ['B', 'Bold (Ctrl+B)', (chain) => chain.toggleMark('bold'), 'bold'],
  ['I', 'Italic (Ctrl+I)', (chain) => chain.toggleMark('italic'), 'italic'],
  ['U', 'Underline (Ctrl+U)', (chain) => chain.toggleMark('underline'), 'underline'],
  ['S', 'Strike through (Ctrl+Shift+S)', (chain) => chain.toggleMark('strike'), 'strike'],
  ['Code', 'Code in a line (Ctrl+E)', (chain) => chain.toggleMark('code'), 'code'],
  ['Subscript', 'Subscript (Ctrl+,)', (chain) => chain.toggleMark('sub'), 'sub'],
  ['Superscript', 'Superscript (Ctrl+.)', (chain) => chain.toggleMark('sup'), 'sup'],
  ['Mark', 'Mark (Ctrl+Shift+H)', (chain) => chain.toggleMark('mark'), 'mark'],
  ['List', 'List (Ctrl+Shift+8)', (chain) => chain.toggleBulletList(), 'bulletList'],
  ['Numbered', 'Numbered list (Ctrl+Shift+7)', (chain) => chain.toggleOrderedList(), 'orderedList'],
  [
    'Task',
    'Task ([ ] and a space)',
    (chain) => chain.insertContent({ type: 'checkbox', attrs: { kept: NEW_TASK } }).insertContent(' '),
  ],
  ['Quote', 'Quote (Ctrl+Shift+B)', (chain) => chain.toggleBlockquote(), 'blockquote'],
  ['Line', 'Line', (chain) => chain.setHorizontalRule()],
  ['Table', 'Table', (chain) => chain.insertTable({ rows: 3, cols: 3 })],
  ['Undo', 'Undo (Ctrl+Z)', (chain) => chain.undo()],
  ['Redo', 'Redo (Ctrl+Y)', (chain) => chain.redo()],
];
const TABLE_BUTTONS: [string, string, Run][] = [
  ['+ Row', 'Add a row below', (chain) => chain.addRowAfter()],
  ['− Row', 'Delete the row', (chain) => chain.deleteRow()],
  ['+ Column', 'Add a column after', (chain) => chain.addColumnAfter()],
  ['− Column', 'Delete the column', (chain) => chain.deleteColumn()],
  ['Heading row', 'Heading row on or off', (chain) => chain.toggleHeaderRow()],
  ['Merge or split', 'Merge or split cells', (chain) => chain.mergeOrSplit()],
  ['Delete the table', 'Delete the table', (chain) => chain.deleteTable()],
];

const CALLOUTS = ['info', 'success', 'warning', 'danger'];
const calloutClass = (name: string) => JSON.stringify([['class', `callout ${name}`]]);
const KINDS: [string, Run, (editor: Editor) => boolean][] = [
  ...CALLOUTS.map((name): (typeof KINDS)[number] => [
    `Callout: ${name}`,
    (chain) => chain.setNode('paragraph', { kept: calloutClass(name), wrap: 'p' }),
    (editor) => new RegExp(`callout[^"]*${name}`).test(String(editor.getAttributes('paragraph')['kept'])),
  ]),
  [
    'Paragraph',
    (chain, editor) =>
      String(editor.getAttributes('paragraph')['kept']).includes('callout')
        ? chain.setNode('paragraph', { kept: null })
        : chain.setParagraph(),
    (editor) => editor.isActive('paragraph'),
  ],
  ...([1, 2, 3, 4, 5, 6] as const).map((level): (typeof KINDS)[number] => [
    `Heading ${level}`,
    (chain) => chain.setHeading({ level }),
    (editor) => editor.isActive('heading', { level }),
  ]),
  ['Code block', (chain) => chain.setCodeBlock(), (editor) => editor.isActive('codeBlock')],
];

/** Buttons and kinds of blocks for pages alone: descriptions cannot keep them. */
const OF_PAGES = new Set(['Task', ...CALLOUTS.map((name) => `Callout: ${name}`)]);

/**
 * The buttons of the editor. Arrow keys move between them, so that Tab passes them with one step.
 * @param options `isPage`: whether it offers tasks and callouts; without `store`, it offers no images
 */
export function toolbarOf(
  editor: Editor,
  { isPage, store }: { isPage: boolean; store: StoreImage | undefined },
  showSource: () => void,
): HTMLElement {
  const isOffered = ([name]: readonly [string, ...unknown[]]) => isPage || !OF_PAGES.has(name);
  const [offeredKinds, offeredButtons] = [KINDS.filter(isOffered), BUTTONS.filter(isOffered)];
  const run = (does: Run) => does(editor.chain().focus(), editor).run();
  const buttonOf = (text: string, name: string, act: () => void) => {
    const [label = name] = name.split(' (');
    const button = element(
      'button',
      { type: 'button', class: 'quiet', title: name, 'aria-label': label, tabindex: '-1' },
      text,
    );
    button.addEventListener('click', act);
    return button;
  };
  const kinds = element('select', { 'aria-label': 'Kind of block', tabindex: '-1' });
  kinds.append(
    ...offeredKinds.map(([name]) => element('option', {}, name)),
    element('option', { hidden: '' }, 'Other'),
  );
  kinds.addEventListener('change', () => {
    const [, does] = offeredKinds[kinds.selectedIndex] ?? [];
    if (does) run(does);
  });
  const buttons = offeredButtons.map(([text, name, does]) => buttonOf(text, name, () => run(does)));
  const table = element('span', { role: 'group', 'aria-label': 'Table', hidden: '' });
  table.append(...TABLE_BUTTONS.map(([text, name, does]) => buttonOf(text, name, () => run(does))));
  const link = buttonOf('Link', 'Link (Ctrl+K)', () => withoutWaiting(askLink(editor)));
  const image = store ? [buttonOf('Image', 'Image', () => withoutWaiting(askImage(editor, store)))] : [];
  const bar = element('div', { role: 'toolbar', 'aria-label': 'Formatting', class: 'editor-bar' });
  bar.append(kinds, ...buttons, link, ...image, buttonOf('Source', 'Edit the source', showSource), table);

  const stops = () =>
    [...bar.querySelectorAll<HTMLElement>('button, select')].filter(({ offsetParent }) => offsetParent);
  const stopAt = (next: HTMLElement | undefined) => {
    for (const stop of stops()) stop.tabIndex = stop === next ? 0 : -1;
  };
  bar.addEventListener('focusin', ({ target }) => stopAt(stops().find((stop) => stop === target)));
  bar.addEventListener('keydown', (event) => {
    const all = stops();
    const now = all.findIndex((stop) => stop === event.target);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : now + step;
    if (next === now) return;
    event.preventDefault();
    all[(next + all.length) % all.length]?.focus();
  });
  kinds.tabIndex = 0;

  const show = () => {
    offeredButtons.forEach(([, , , type], index) => {
      if (type !== undefined) buttons[index]?.setAttribute('aria-pressed', String(editor.isActive(type)));
    });
    link.setAttribute('aria-pressed', String(editor.isActive('link')));
    table.hidden = !editor.isActive('table');
    const kind = offeredKinds.findIndex(([, , isActive]) => isActive(editor));
    kinds.selectedIndex = kind === -1 ? offeredKinds.length : kind;
  };
  editor.on('transaction', show);
  show();
  return bar;
}
