import type { Editor } from '@tiptap/core';
import { withoutWaiting, element } from './elements';

const MAX_IMAGE_BYTES = 5_000_000;
const PAUSE_MS = 200;
/** An address with a scheme, or within this site. */
const WHOLE_ADDRESS = /^(?:[a-z][\w+-]*:|[/#?])/i;
/** Such as `docs.example/start`, which gets `https:`. */
const NAME_OF_SITE = /^[^\s/]+\.[a-z]{2,}(?:[/?#:]\S*)?$/i;

/** Shows a dialog. @returns the action that was pressed; Cancel, or nothing, for none */
function ask(title: string, parts: Node[], actions: string[]): Promise<string> {
  const buttons = [...actions, 'Cancel'].map((action, index) =>
    element(
      'button',
      { value: action, class: index === 0 ? '' : 'quiet', type: 'submit', ...(index > 0 && { formnovalidate: '' }) },
      action,
    ),
  );
  const form = element('form', { method: 'dialog' }, element('h2', {}, title), ...parts);
  form.append(element('p', { class: 'actions' }, ...buttons));
  const dialog = element('dialog', { class: 'editor-dialog', 'aria-label': title }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      done(dialog.returnValue);
    });
  });
}

function fieldOf(label: string, attributes: Record<string, string>) {
  const field = element('input', { type: 'text', dir: 'auto', ...attributes });
  return { field, part: element('label', {}, label, field) };
}

/** The entries of another page of this site. Without it, typing still works. */
async function entriesOf(address: string, selector: string): Promise<Element[]> {
  try {
    const answer = await fetch(address, { redirect: 'error', headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : '', 'text/html');
    return [...page.querySelectorAll(selector)];
  } catch {
    return [];
  }
}

/** The entries as buttons, and how many there are for those who do not see them come. */
function choicesOf(label: string, choose: (address: string, name: string) => void) {
  const list = element('ul', { class: 'choices', 'aria-label': label });
  const status = element('p', { class: 'for-readers', role: 'status' });
  const show = (choices: { address: string; name: string }[]) => {
    status.textContent = choices.length === 1 ? `${label}: 1` : `${label}: ${choices.length}`;
    const buttons = choices.map(({ address, name }) => {
      const button = element('button', { type: 'button', class: 'quiet', dir: 'auto' }, name);
      button.addEventListener('click', () => choose(address, name));
      return element('li', {}, button);
    });
    list.replaceChildren(...buttons);
  };
  return { part: element('div', {}, list, status), show };
}

/** Lists the `images` or `attachments` of the page. A new page has no address yet. */
function offered(kind: 'image' | 'attachment', choose: (address: string, name: string) => void): Node[] {
  const page = /^(.+\/page\/[^/]+)\/edit$/.exec(location.pathname)?.[1];
  if (page === undefined) return [];
  const button = element(
    'button',
    { type: 'button', class: 'quiet' },
    kind === 'image' ? 'From the gallery' : 'Attachments',
  );
  const choices = choicesOf(button.textContent, choose);
  button.addEventListener('click', () => {
    const list = entriesOf(`${page}/${kind}s`, `li[data-${kind}]`).then((entries) => {
      if (entries.length === 0) button.replaceWith(`No ${kind}s found.`);
      const of = (entry: Element, name: string) => entry.getAttribute(`data-${name}`) ?? '';
      choices.show(entries.map((entry) => ({ address: of(entry, 'url'), name: of(entry, 'name') })));
    });
    withoutWaiting(list);
  });
  return [element('p', {}, button), choices.part];
}

export async function askLink(editor: Editor): Promise<void> {
  const now = String(editor.getAttributes('link')['href'] ?? '');
  const { field, part } = fieldOf('Address, or the name of a page', { value: now, required: '', autocomplete: 'off' });
  let chosen = '';
  let waiting = 0;
  const choose = (address: string, name: string) => {
    [field.value, chosen] = [address, name];
    field.setCustomValidity('');
    field.focus();
  };
  const pages = choicesOf('Pages found', choose);
  field.addEventListener('keydown', (event) => {
    const first = pages.part.querySelector('button');
    if (event.key !== 'ArrowDown' || !first) return;
    event.preventDefault();
    first.focus();
  });
  field.addEventListener('input', () => {
    clearTimeout(waiting);
    const term = field.value.trim();
    const isAddress = WHOLE_ADDRESS.test(term) || NAME_OF_SITE.test(term);
    field.setCustomValidity(isAddress || term === '' ? '' : 'Choose one of the pages found, or type a whole address.');
    waiting = window.setTimeout(() => {
      if (term.length < 2 || isAddress) return;
      const search = entriesOf(`/search/suggestions?term=${encodeURIComponent(term)}`, 'li a').then((links) => {
        if (field.value.trim() !== term) return;
        pages.show(links.map((link) => ({ address: link.getAttribute('href') ?? '', name: link.textContent })));
      });
      withoutWaiting(search);
    }, PAUSE_MS);
  });
  const actions = now === '' ? ['Set the link'] : ['Set the link', 'Remove the link'];
  const action = await ask('Link', [part, pages.part, ...offered('attachment', choose)], actions);
  const typed = field.value.trim();
  const href = WHOLE_ADDRESS.test(typed) || typed === now ? typed : `https://${typed}`;
  const chain = editor.chain().focus();
  if (action === 'Remove the link') chain.extendMarkRange('link').unsetLink().run();
  else if (action !== 'Set the link' || typed === '') chain.run();
  else if (now === '' && editor.state.selection.empty)
    chain.insertContent({ type: 'text', text: chosen || href, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.extendMarkRange('link').setLink({ href }).run();
}

/** The image as a `data:` address, which the save of a page stores as a file. */
export function readImage(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((done, fail) => {
    reader.addEventListener('loadend', () =>
      typeof reader.result === 'string' ? done(reader.result) : fail(new Error(`${file.name} cannot be read`)),
    );
    reader.readAsDataURL(file);
  });
}

/** A name that somebody gave a file may say what it shows. Pasted images have none. */
const nameOfImage = (file: File | undefined) => (file?.name ?? '').replace(/^image\.png$|\.\w+$/, '');

/** The address at which the text shows an image. */
export type StoreImage = (image: File) => Promise<string>;

/** Puts an image into the text: a file, one of the gallery, or the chosen image with another description. */
export async function askImage(editor: Editor, store: StoreImage, given?: File): Promise<void> {
  const now = editor.isActive('image') ? editor.getAttributes('image') : {};
  const alt = fieldOf('Description for those who do not see it', { value: String(now['alt'] ?? nameOfImage(given)) });
  const file = fieldOf('File', { type: 'file', accept: 'image/*' });
  const told = element('p', { role: 'status' }, given?.name ?? '');
  let source = String(now['src'] ?? '');
  const take = async (image: File | undefined) => {
    if (!image) return;
    const isSmall = image.type.startsWith('image/') && image.size <= MAX_IMAGE_BYTES;
    const taken = isSmall ? await store(image).catch(() => '') : '';
    if (taken !== '') source = taken;
    const fault = isSmall ? 'cannot be stored. Choose another' : 'is no image of at most 5 MB. Choose a smaller';
    told.textContent = taken === '' ? `${image.name} ${fault} image.` : image.name;
  };
  file.field.addEventListener('change', () => withoutWaiting(take(file.field.files?.[0])));
  const choose = (address: string, name: string) => {
    [source, told.textContent] = [address, name];
    alt.field.value ||= name;
  };
  await take(given);
  const parts = [...(given ? [] : [file.part, ...offered('image', choose)]), told, alt.part];
  const action = await ask('Image', parts, ['Use the image']);
  const chain = editor.chain().focus();
  if (action === 'Use the image' && source !== '') {
    const attrs = { src: source, alt: alt.field.value };
    if ('src' in now) chain.updateAttributes('image', attrs);
    else chain.insertContent({ type: 'image', attrs });
  }
  chain.run();
}
