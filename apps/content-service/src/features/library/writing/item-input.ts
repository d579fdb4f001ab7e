import type { RawInput } from '@almanac/http';

/** What an item says about itself, as forms show it. */
interface DescribedFields {
  description: string;
  description_html: string;
}

/**
 * The fields of a form as members of the API.
 * @param current the item before the change; a description that nobody changed is not sent, and keeps its formatting
 */
export function itemInput(form: RawInput, current?: DescribedFields): object {
  const { name, description, description_html, remove_cover, image, default_template_id } = form;
  return {
    name,
    ...(isChangedText(description, current?.description) && { description }),
    ...(isChangedText(description_html, current?.description_html) && { description_html }),
    tags: tagsIn(form['tags']),
    ...(remove_cover === 'on' && { image: null }),
    // A file wins over the wish to have none.
    ...(image !== undefined && image !== '' && { image }),
    ...(default_template_id !== undefined && {
      default_template_id: default_template_id === '' ? null : default_template_id,
    }),
  };
}

/** Whether a form sends another text than the stored one. Browsers send line ends as CR and LF, and requests are trimmed. */
export const isChangedText = (sent: unknown, stored = ''): boolean =>
  typeof sent === 'string' && plainLines(sent) !== plainLines(stored);

const plainLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim();

/** Rows of the form without a name and a value are left out. */
export const tagsIn = (rows: unknown): unknown => (Array.isArray(rows) ? rows.filter((row) => !isEmptyRow(row)) : rows);

const isEmptyRow = (row: unknown): boolean =>
  typeof row === 'object' && row !== null && Object.values(row).every((text) => text === '');

/** Whether a description has no other formatting than lines and paragraphs, so that a form can show it as plain text. */
export const isPlain = (html: string): boolean => !/<(?!\/?(?:p|br)\s*\/?>)/i.test(html);

/**
 * Records in the order of the numbers that people typed; equal numbers keep the present order.
 * @param places number by key, as typed; keys without a number are left out
 */
export function inTypedOrder(places: unknown, present: readonly string[]): string[] {
  const numbers = new Map(
    Object.entries(typeof places === 'object' && places !== null ? places : {}).flatMap(([key, text]) =>
      typeof text === 'string' && /^\d{1,6}$/.test(text) ? [[key, Number(text)] as const] : [],
    ),
  );
  const rankOf = (key: string) => present.indexOf(key);
  return [...numbers.keys()].sort((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0) || rankOf(a) - rankOf(b));
}
