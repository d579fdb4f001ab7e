import { Editor, Extension } from '@tiptap/core';
import { BlockTexts, slicesAt, slicesOf, withoutStyles } from './block-texts';
import { askImage, askLink } from './dialogs';
import { withoutWaiting, element } from './elements';
import { EXTENSIONS } from './schema';
import { toolbarOf } from './toolbar';

const SAVE_AFTER_MS = 300;
const NOT_OPENED =
  'The editor cannot show this text block by block, because its HTML is not closed properly. You see the source; it stays as you write it.';

/** Replaces the field of a page's HTML by an editor, which writes into the field. */
function edit(field: HTMLTextAreaElement, label: HTMLLabelElement): void {
  const starts = (field.dataset['blocks'] ?? '').split(',').filter(Boolean).map(Number);
  const told = element('p', { class: 'hint', role: 'status' });
  const toEditor = element('button', { type: 'button', class: 'quiet', hidden: '' }, 'Back to the editor');
  const frame = element('div', { class: 'text-editor' });
  field.after(told, toEditor, frame);

  let waiting = 0;
  const editor = new Editor({
    element: frame,
    extensions: [...EXTENSIONS, Extension.create({ addKeyboardShortcuts: () => ({ 'Mod-k': () => openLink() }) })],
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'prose',
        role: 'textbox',
        dir: 'auto',
        'aria-multiline': 'true',
        'aria-label': label.textContent.trim(),
        ...Object.fromEntries(
          [...field.attributes].filter(({ name }) => name.startsWith('aria-')).map(({ name, value }) => [name, value]),
        ),
      },
      transformPastedHTML: withoutForeignLooks,
      handlePaste: (_view, { clipboardData }) => takeImage(clipboardData),
      handleDrop: (_view, event) => takeImage(event.dataTransfer),
      handleClickOn: (view, _position, node, nodePosition) => {
        if (node.type.name !== 'checkbox') return false;
        view.dispatch(view.state.tr.setNodeAttribute(nodePosition, 'checked', !node.attrs['checked']));
        return true;
      },
    },
    onUpdate: () => {
      clearTimeout(waiting);
      waiting = window.setTimeout(write, SAVE_AFTER_MS);
    },
  });
  const blocks = new BlockTexts(editor.schema);
  const openLink = () => {
    withoutWaiting(askLink(editor));
    return true;
  };
  const takeImage = (data: DataTransfer | null) => {
    const image = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (image) withoutWaiting(askImage(editor, image));
    return image !== undefined;
  };
  /** The text of the field that the editor shows. */
  let shown = '';
  const write = () => {
    clearTimeout(waiting);
    waiting = 0;
    shown = blocks.save(editor.state.doc);
    field.value = shown;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const writeNow = () => {
    if (waiting !== 0) write();
  };
  const show = (isSource: boolean) => {
    [frame.hidden, field.hidden, toEditor.hidden] = [isSource, !isSource, !isSource];
  };
  const open = (slices: readonly string[] | undefined) => {
    const doc = slices && blocks.open(slices);
    told.textContent = doc ? '' : NOT_OPENED;
    if (doc) {
      editor.chain().setMeta('addToHistory', false).setContent(doc, { emitUpdate: false }).setTextSelection(0).run();
      shown = field.value;
    }
    show(!doc);
  };
  const openField = () =>
    field.value === shown ? show(false) : open(field.value.trim() === '' ? [] : slicesOf(field.value));

  frame.prepend(
    toolbarOf(editor, () => {
      writeNow();
      show(true);
      field.focus();
    }),
  );
  toEditor.addEventListener('click', () => {
    openField();
    if (!frame.hidden) editor.commands.focus();
  });
  // Another script may fill the field, as with a draft of this browser.
  field.addEventListener('input', () => {
    if (field.hidden && field.value !== shown) openField();
  });
  field.form?.addEventListener('submit', writeNow, { capture: true });
  label.addEventListener('click', () => editor.commands.focus());
  // A browser may have filled the field with the text that was typed before the page was loaded again.
  open(field.value === field.defaultValue ? slicesAt(field.value, starts) : slicesOf(field.value));
}

/** Of other sites' HTML the text and its elements are taken, without their styles. */
function withoutForeignLooks(html: string): string {
  if (html.includes('data-pm-slice')) return html;
  const page = document.implementation.createHTMLDocument('');
  page.body.innerHTML = withoutStyles(html);
  for (const one of page.body.querySelectorAll('*'))
    for (const { name } of [...one.attributes])
      if (!/^(?:href|src|alt|colspan|rowspan|start|type|checked|dir|lang|title)$/.test(name)) one.removeAttribute(name);
  return page.body.innerHTML;
}

const field = document.querySelector<HTMLTextAreaElement>('textarea[data-blocks]');
const [label] = field?.labels ?? [];
if (field && label instanceof HTMLLabelElement) edit(field, label);
