import { UNSPACED } from '../words/folding';

/** Comparison of a tag's value; `has` accepts any value. */
export type TagOperator = 'has' | '=' | '!=' | '<' | '>' | '<=' | '>=' | 'like';

interface ExactText {
  text: string;
  negated: boolean;
}

export interface TagComparison {
  /** Empty for any name. */
  name: string;
  operator: TagOperator;
  value: string;
  negated: boolean;
}

export interface SearchFilter {
  /** Lower case. */
  name: string;
  /** Empty for a filter without a value, e.g. `{is_template}`. */
  value: string;
  negated: boolean;
}

/** A parsed search. Words are ORed; exact texts, tags and filters must all hold. */
export interface SearchQuery {
  words: string[];
  exacts: ExactText[];
  tags: TagComparison[];
  filters: SearchFilter[];
}

/** Maximum number of pieces of each kind; further pieces are dropped. */
type SearchLimits = Record<keyof SearchQuery, number>;

/** content-behaviour §21 */
export const CALLER_LIMITS: SearchLimits = { words: 10, exacts: 4, tags: 8, filters: 10 };
export const GUEST_LIMITS: SearchLimits = { words: 5, exacts: 2, tags: 4, filters: 5 };

/**
 * `"exact"` with backslashes before quotes, `[tag]`, `{filter}`, each with an optional dash before it; or one non-space character. Pieces
 * of more than 1,000 characters are read as words: finding the ends of many beginnings took quadratic time.
 */
const PIECE =
  /(?<negated>-?)(?:"(?<exact>(?:\\.|[^"\\]){0,1000})"|\[(?<tag>[^\]]{0,1000})\]|\{(?<filter>[^}]{0,1000})\})|(?<bare>\S)/gsu;

/** The index splits words at these characters, so a word that contains one is searched as an exact text. */
const PARTING = /[\s`"'«»‘’“”,!?:;()[\]{}<>、。「」・]/u;

/** Scripts without spaces are indexed in pairs of characters. Longer words and mixed ones are searched as exact texts. */
const RUN = new RegExp(`[${UNSPACED}]`, 'u');
const PAIR = new RegExp(`^[${UNSPACED}]{1,2}$`, 'u');

/**
 * Parses a search (content-behaviour §21). Every text is valid: anything outside of the grammar is a word. Pure; does not check that
 * filters, tags or users exist.
 */
export function parseSearch(text: string, limits: SearchLimits): SearchQuery {
  const query: SearchQuery = { words: [], exacts: [], tags: [], filters: [] };
  let rest = '';
  let read = 0;
  for (const match of text.matchAll(PIECE)) {
    const { exact, tag, filter, bare, negated: dash } = match.groups ?? {};
    if (bare !== undefined) continue;
    rest += `${text.slice(read, match.index)} `;
    read = match.index + match[0].length;
    const negated = dash === '-';
    if (exact !== undefined) query.exacts.push({ text: exact.replaceAll(/\\(.)/gsu, '$1'), negated });
    if (tag !== undefined) query.tags.push({ ...parseTag(tag), negated });
    if (filter !== undefined) query.filters.push({ ...parseFilter(filter), negated });
  }
  addWords(query, rest + text.slice(read));
  return limited(query, limits);
}

function addWords(query: SearchQuery, text: string): void {
  for (const word of text.split(/\s+/u)) {
    // A leading dash stays: bare words cannot be negated, and must not find items that the caller wanted to exclude.
    const trimmed = word.replace(/[.-]+$/u, '');
    if (trimmed === '') continue;
    if (PARTING.test(trimmed) || isRun(trimmed)) query.exacts.push({ text: trimmed, negated: false });
    else query.words.push(trimmed);
  }
}

const isRun = (word: string): boolean => RUN.test(word) && !PAIR.test(word);

/** The name ends at the first operator. `like` needs spaces around it or a wildcard after it, because names may contain these letters. */
const TAG = /^(?<name>.*?)(?:(?<operator><=|>=|!=|<|>|=|\slike\s|like(?=.*[%_]))(?<value>.*))?$/isu;

/** As in the reference, a comparison without a value only asks for the name. */
function parseTag(text: string): Omit<TagComparison, 'negated'> {
  const { name = '', operator, value = '' } = TAG.exec(text.trim())?.groups ?? {};
  const wanted = value.trim();
  return { name: name.trim(), operator: wanted === '' ? 'has' : operatorOf(operator), value: wanted };
}

const OPERATORS: readonly TagOperator[] = ['=', '!=', '<', '>', '<=', '>=', 'like'];

const operatorOf = (text: string | undefined): TagOperator =>
  OPERATORS.find((operator) => operator === text?.trim().toLowerCase()) ?? 'has';

function parseFilter(text: string): Omit<SearchFilter, 'negated'> {
  const [, name = text, value = ''] = /^([^:]*):(.*)$/su.exec(text) ?? [];
  return { name: name.trim().toLowerCase(), value: value.trim() };
}

/** Drops empty pieces, and those beyond the limits. */
function limited({ words, exacts, tags, filters }: SearchQuery, limits: SearchLimits): SearchQuery {
  return {
    words: words.slice(0, limits.words),
    exacts: exacts.filter(({ text }) => text.trim() !== '').slice(0, limits.exacts),
    tags: tags.filter(({ name, operator }) => name !== '' || operator !== 'has').slice(0, limits.tags),
    filters: filters.filter(({ name }) => name !== '').slice(0, limits.filters),
  };
}
