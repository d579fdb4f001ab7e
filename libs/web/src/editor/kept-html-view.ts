import type { NodeViewRenderer } from '@tiptap/core';
import { element } from './elements';

/** Shows the source of a block, and changes it in its place. */
export const keptHtmlView: NodeViewRenderer = ({ node, editor, getPos }) => {
  const source = String(node.attrs['html']);
  const shown = element('pre', { tabindex: '0', 'aria-label': 'HTML that stays as it is' }, source.trim());
  const edit = element('button', { type: 'button', class: 'quiet' }, 'Edit the source');
  const dom = element('div', { class: 'kept-html' }, shown, edit);
  edit.addEventListener('click', () => {
    const text = element('textarea', { class: 'source', rows: '8', 'aria-label': 'Source of this block', dir: 'auto' });
    const done = element('button', { type: 'button' }, 'Use this source');
    text.value = source;
    done.addEventListener('click', () => {
      const position = getPos();
      if (position === undefined) return;
      editor
        .chain()
        .command(({ tr }) => Boolean(tr.setNodeAttribute(position, 'html', text.value)))
        .focus()
        .run();
    });
    dom.replaceChildren(text, done);
    text.focus();
  });
  return { dom, stopEvent: ({ type }) => !type.startsWith('drag'), ignoreMutation: () => true };
};
