import { UNSPACED } from './folding';

/** How a tag's value is compared; `has` asks for the name alone. */
export type TagOperator = 'has' | '=' | '!=' | '<' | '>' | '<=' | '>=' | 'like';

export interface ExactText {
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
  /** Empty when the filter is a mere word, e.g. `{is_template}`. */
  value: string;
  negated: boolean;
}

/** What a search asks for. Words are ORed; exact texts, tags and filters must all hold. */
export interface SearchQuery {
  words: string[];
  exacts: ExactText[];
  tags: TagComparison[];
  filters: SearchFilter[];
}

/** How many of each kind count; what comes after them is dropped. */
export type SearchLimits = Record<keyof SearchQuery, number>;

/** content-behaviour §21 */
export const CALLER_LIMITS: SearchLimits = { words: 10, exacts: 4, tags: 8, filters: 10 };
export const GUEST_LIMITS: SearchLimits = { words: 5, exacts: 2, tags: 4, filters: 5 };

/**
 * `"exact"` with backslashes before quotes, `[tag]`, `{filter}`, each perhaps with a dash before it; or anything up to a space. What does
 * not end within 1,000 characters is words, because looking for the ends of many beginnings took quadratic time.
 */
const PIECE = /(?<negated>-?)(?:"(?<exact>(?:\\.|[^"\\]){0,1000})"|\[(?<tag>[^\]]{0,1000})\]|\{(?<filter>[^}]{0,1000})\})|(?<bare>\S)/gsu;

/** A word with one of these inside is not one word of the index but several, so it is looked for as an exact text. */
const PARTING = /[\s`"'«»‘’“”,!?:;()[\]{}<>、。「」・]/u;

/** Writing without spaces is indexed in pairs, so that whatever is longer or mixed with other writing is an exact text too. */
const RUN = new RegExp(`[${UNSPACED}]`, 'u');
const PAIR = new RegExp(`^[${UNSPACED}]{1,2}$`, 'u');

/**
 * Reads the language of searches (content-behaviour §21). Every text is a query: what does not fit the grammar is a word.
 * Pure; does not look at what exists.
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
    // A dash in front stays: bare words cannot be negated, and must not find what the caller wanted to leave out.
    const trimmed = word.replace(/[.-]+$/u, '');
    if (trimmed === '') continue;
    if (PARTING.test(trimmed) || isRun(trimmed)) query.exacts.push({ text: trimmed, negated: false });
    else query.words.push(trimmed);
  }
}

const isRun = (word: string): boolean => RUN.test(word) && !PAIR.test(word);

/** The name ends at the first operator. `like` needs spaces around it or a wildcard behind it, because names hold those letters too. */
const TAG = /^(?<name>.*?)(?:(?<operator><=|>=|!=|<|>|=|\slike\s|like(?=.*[%_]))(?<value>.*))?$/isu;

function parseTag(text: string): Omit<TagComparison, 'negated'> {
  const { name = '', operator, value = '' } = TAG.exec(text.trim())?.groups ?? {};
  return { name: name.trim(), operator: operatorOf(operator), value: value.trim() };
}

const OPERATORS: readonly TagOperator[] = ['=', '!=', '<', '>', '<=', '>=', 'like'];

const operatorOf = (text: string | undefined): TagOperator =>
  OPERATORS.find((operator) => operator === text?.trim().toLowerCase()) ?? 'has';

function parseFilter(text: string): Omit<SearchFilter, 'negated'> {
  const [, name = text, value = ''] = /^([^:]*):(.*)$/su.exec(text) ?? [];
  return { name: name.trim().toLowerCase(), value: value.trim() };
}

/** Empty pieces ask for nothing. */
function limited({ words, exacts, tags, filters }: SearchQuery, limits: SearchLimits): SearchQuery {
  return {
    words: words.slice(0, limits.words),
    exacts: exacts.filter(({ text }) => text.trim() !== '').slice(0, limits.exacts),
    tags: tags.filter(({ name, operator }) => name !== '' || operator !== 'has').slice(0, limits.tags),
    filters: filters.filter(({ name }) => name !== '').slice(0, limits.filters),
  };
}

/** The query in its normal form, which reads as the same query. */
export function formatSearch({ words, exacts, tags, filters }: SearchQuery): string {
  const sign = ({ negated }: { negated: boolean }) => (negated ? '-' : '');
  return [
    ...words,
    ...exacts.map((exact) => `${sign(exact)}"${exact.text.replaceAll(/["\\]/g, '\\$&')}"`),
    ...tags.map((tag) => `${sign(tag)}[${tag.name}${formatComparison(tag)}]`),
    ...filters.map((filter) => `${sign(filter)}{${filter.name}${filter.value === '' ? '' : `:${filter.value}`}}`),
  ].join(' ');
}

const formatComparison = ({ operator, value }: TagComparison): string =>
  operator === 'has' ? '' : operator === 'like' ? ` like ${value}` : `${operator}${value}`;
