import { type Block, slicesAt, slicesOf } from './block-texts';

/**
 * The blocks of a field's text; undefined when they cannot be told apart. A page tells where the blocks of its stored text start. For a
 * description, in which blank lines make paragraphs, the service is asked, so that the rule is in one place.
 * @throws Error when the service does not answer
 */
export async function blocksIn(field: HTMLTextAreaElement): Promise<Block[] | undefined> {
  const { dataset, value, defaultValue } = field;
  if (value.trim() === '') return [];
  if (dataset['blocksFrom'] !== undefined) {
    const { blocks } = await posted(dataset['blocksFrom'], field.form, { text: value });
    return Array.isArray(blocks) ? blocks.filter(isBlock) : undefined;
  }
  const starts = (dataset['blocks'] ?? '').split(',').filter(Boolean).map(Number);
  // A browser may have filled the field with the text that was typed before the page was loaded again.
  const slices = value === defaultValue ? slicesAt(value, starts) : slicesOf(value);
  return slices?.map((text) => ({ text, html: text }));
}

const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' && value !== null && 'text' in value && 'html' in value;

/** @returns the address of the stored image; @throws Error when the service does not take it */
export async function storedImage(address: string, form: HTMLFormElement | null, image: File): Promise<string> {
  const { url } = await posted(address, form, { image });
  return String(url);
}

/** Sends values to another address of this site, with the token of the form. @returns the members of the answer */
async function posted(
  address: string,
  form: HTMLFormElement | null,
  values: Record<string, string | File>,
): Promise<Record<string, unknown>> {
  const body = new FormData();
  const token = new FormData(form ?? undefined).get('_csrf');
  if (token !== null) body.set('_csrf', token);
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  const answer = await fetch(address, { method: 'POST', body, redirect: 'error', headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const told: unknown = await answer.json();
  return typeof told === 'object' ? { ...told } : {};
}
