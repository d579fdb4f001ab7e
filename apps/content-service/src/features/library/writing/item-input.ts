import type { RawInput } from '@almanac/http';
import { isChangedText } from '@almanac/web';

/** The description of an item in both forms. */
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

/** Rows of the form without a name and a value are left out. */
export const tagsIn = (rows: unknown): unknown => (Array.isArray(rows) ? rows.filter((row) => !isEmptyRow(row)) : rows);

const isEmptyRow = (row: unknown): boolean =>
  typeof row === 'object' && row !== null && Object.values(row).every((text) => text === '');

/** Whether a description has no other formatting than lines and paragraphs, so that a form can show it as plain text. */
export const isPlain = (html: string): boolean => !/<(?!\/?(?:p|br)\s*\/?>)/i.test(html);

/**
 * Records in the order of the numbers that people typed. Of equal numbers, a record that moves up comes first and one that moves down comes last,
 * because people type the place where they want to see it.
 * @param places number by key, as typed; keys without a number are left out
 * @param present the keys in their order, which the form numbered from 1
 */
export function inTypedOrder(places: unknown, present: readonly string[]): string[] {
  const placeOf = new Map(present.map((key, index) => [key, index + 1]));
  return Object.entries(typeof places === 'object' && places !== null ? places : {})
    .flatMap(([key, text]) => {
      const number = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
      const now = placeOf.get(key) ?? Infinity;
      return number === undefined ? [] : [{ key, number, now, direction: Math.sign(number - now) }];
    })
    .sort((a, b) => a.number - b.number || a.direction - b.direction || a.now - b.now)
    .map(({ key }) => key);
}
