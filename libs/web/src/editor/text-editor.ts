import { Editor, Extension } from '@tiptap/core';
import { BlockTexts, withoutStyles } from './block-texts';
import { askImage, askLink, readImage, type StoreImage } from './dialogs';
import { withoutWaiting, element } from './elements';
import { blocksIn, storedImage } from './opened-blocks';
import { extensionsFor } from './schema';
import { toolbarOf } from './toolbar';

const SAVE_AFTER_MS = 300;
const NOT_OPENED =
  'The editor cannot show this text block by block, because its HTML is not closed properly. You see the source; it stays as you write it.';
const NO_ANSWER = 'The editor cannot be opened at the moment. You see the source; it stays as you write it.';
const NO_IMAGES = 'You may not put images into this text.';

/** Replaces the field of a text by an editor, which writes into the field. */
function edit(field: HTMLTextAreaElement, label: HTMLLabelElement): void {
  const { blocksFrom, imagesTo } = field.dataset;
  const isPage = blocksFrom === undefined;
  const upload: StoreImage | undefined =
    imagesTo === undefined ? undefined : (image) => storedImage(imagesTo, field.form, image);
  const store = isPage ? readImage : upload;
  const told = element('p', { class: 'hint', role: 'status' });
  const toEditor = element('button', { type: 'button', class: 'quiet', hidden: '' }, 'Back to the editor');
  const frame = element('div', { class: 'text-editor' });
  field.after(told, toEditor, frame);

  let waiting = 0;
  const editor = new Editor({
    element: frame,
    extensions: [
      ...extensionsFor({ isPage }),
      Extension.create({ addKeyboardShortcuts: () => ({ 'Mod-k': () => openLink() }) }),
    ],
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
  const blocks = new BlockTexts(editor.schema, !isPage);
  const openLink = () => {
    withoutWaiting(askLink(editor));
    return true;
  };
  const takeImage = (data: DataTransfer | null) => {
    const image = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (image && store) withoutWaiting(askImage(editor, store, image));
    else if (image) told.textContent = NO_IMAGES;
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
  /** @returns whether the editor can show the text of the field */
  const take = async (text: string) => {
    const found = await blocksIn(field).catch(() => NO_ANSWER);
    // It was typed meanwhile.
    if (field.value !== text) return false;
    const doc = typeof found === 'object' && blocks.open(found);
    told.textContent = doc ? '' : typeof found === 'string' ? found : NOT_OPENED;
    if (!doc) return false;
    editor.chain().setMeta('addToHistory', false).setContent(doc, { emitUpdate: false }).setTextSelection(0).run();
    shown = text;
    return true;
  };
  const open = async () => {
    const hasFocus = document.activeElement === field;
    const isOpened = field.value === shown || (await take(field.value));
    show(!isOpened);
    if (isOpened && hasFocus) editor.commands.focus();
  };

  frame.prepend(
    toolbarOf(editor, { isPage, store }, () => {
      writeNow();
      show(true);
      field.focus();
    }),
  );
  toEditor.addEventListener('click', () => {
    field.focus();
    withoutWaiting(open());
  });
  // Another script may fill the field, as with a draft of this browser.
  field.addEventListener('input', () => {
    if (field.hidden && field.value !== shown) withoutWaiting(open());
  });
  field.form?.addEventListener('submit', writeNow, { capture: true });
  label.addEventListener('click', () => editor.commands.focus());
  frame.hidden = true;
  withoutWaiting(open());
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

const field = document.querySelector<HTMLTextAreaElement>('textarea[data-blocks], textarea[data-blocks-from]');
const [label] = field?.labels ?? [];
if (field && label instanceof HTMLLabelElement) edit(field, label);
