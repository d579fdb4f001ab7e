import type { Parameters } from '@almanac/listing';
import type { ItemKind } from './item-kinds';

/** Words to look for in the index: by their beginnings, or as they stand when they were taken from the index itself. */
export interface IndexWords {
  readonly texts: readonly string[];
  readonly match: '^@' | '=';
}

/** How many entries of a kind of items a word has, by its place among the words. Who may see them is not asked. */
export interface Occurrences {
  readonly word: number;
  readonly type: ItemKind['code'];
  readonly entries: number;
}

/** As long as the words of the index at most. */
const LONGEST = 100;

/** Rows: `Occurrences`, none for what does not occur. */
export const occurrencesSql = (words: IndexWords, parameters: Parameters): string =>
  `SELECT word, type, count(*)::int AS entries FROM (${entriesOf(words, (word) => `${word} AS word, item_type AS type`, parameters)}) found
   GROUP BY word, type`;

/**
 * Points of each item of a kind: the sum over its words, where words that are everywhere count less (content-behaviour §21). Whole numbers,
 * because sums of fractions differ with the order in which they are added up, and pages of results must not overlap.
 * In the order of the items, so that looking these up goes through their index once and not to and fro.
 */
export function pointsSql(words: IndexWords, weights: readonly number[], kind: ItemKind, parameters: Parameters): string {
  const points = (word: number) => `item_id, round(score * ${parameters.add(weights[word])}::float8 * 1000) AS points`;
  const entries = entriesOf(words, points, parameters, `AND item_type = '${kind.code}'`);
  return `SELECT item_id, sum(points)::bigint AS points FROM (SELECT * FROM (${entries}) found ORDER BY item_id) entry GROUP BY item_id`;
}

/** How much each word counts. */
export const weightsOf = (words: IndexWords, occurrences: readonly Occurrences[]): number[] =>
  weigh(words.texts.map((_, word) => entriesIn(occurrences.filter((one) => one.word === word))));

/** The same of the numbers of their entries. */
export function weigh(entries: readonly number[]): number[] {
  const most = Math.max(1, ...entries);
  return entries.map((number) => 1.3 - number / most);
}

export const entriesIn = (occurrences: readonly Occurrences[]): number => occurrences.reduce((sum, { entries }) => sum + entries, 0);

function entriesOf({ texts, match }: IndexWords, columns: (word: number) => string, parameters: Parameters, condition = ''): string {
  return texts
    .map((text, word) => {
      // Everything starts with nothing, which is what is left of a lone accent.
      const term = `nullif(left(fold(${parameters.add(text)}), ${LONGEST}), '')`;
      return `SELECT ${columns(word)} FROM search_terms WHERE term ${match} ${term} ${condition}`;
    })
    .join(' UNION ALL ');
}
