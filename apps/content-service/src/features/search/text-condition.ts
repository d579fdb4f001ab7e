import type { Parameters } from '@almanac/listing';
import type { ItemKind } from './item-kinds';
import { UNSPACED } from './unspaced-writing';

/** Where a text is looked for: in names, in what items say (page texts and descriptions), or in both. */
export type TextPlace = 'name' | 'body' | 'anywhere';

/** SQL condition for the items of a kind that hold `text` as it stands, but for case and accents. */
export function textCondition({ alias, code }: ItemKind, text: string, place: TextPlace, parameters: Parameters): string {
  const wanted = `fold(${parameters.add(text)})`;
  const holds = (column: string) => `strpos(fold(${column}), ${wanted}) > 0`;
  const inName = holds(`${alias}.name`);
  const inBody =
    code === 'p'
      ? `EXISTS (SELECT 1 FROM page_contents content WHERE content.page_id = page.id AND ${holds('content.text')})`
      : holds(`${alias}.description`);
  const found = { name: inName, body: inBody, anywhere: `(${inName} OR ${inBody})` }[place];
  const clue = clueOf(text);
  return clue === undefined ? found : `(${alias}.id IN (${itemsWithPart(code, parameters.add(clue))}) AND ${found})`;
}

// An array, so that the words are looked up once and the index is then asked for each of them.
const itemsWithPart = (code: string, part: string): string => `
  SELECT entry.item_id FROM search_terms entry WHERE entry.item_type = '${code}' AND entry.term = ANY (ARRAY(
    SELECT word FROM search_vocabulary WHERE word LIKE '%' || fold(${part}) || '%'))`;

const UNSPACED_PAIR = new RegExp(`[${UNSPACED}]{2}`, 'u');
const PART_OF_WORD = new RegExp(String.raw`(?:(?![${UNSPACED}])[\p{L}\p{Nd}]){3,}`, 'gu');

/**
 * A part of the text that lies within one word of the index, so that only items with such a word need to be read: the longest run of letters
 * and digits, or a pair of characters of writing without spaces. Undefined when there is nothing to go by, and every item must be read.
 */
export function clueOf(text: string): string | undefined {
  const runs = text.match(PART_OF_WORD) ?? [];
  return runs.length > 0 ? runs.reduce((longest, run) => (run.length > longest.length ? run : longest)) : UNSPACED_PAIR.exec(text)?.[0];
}
