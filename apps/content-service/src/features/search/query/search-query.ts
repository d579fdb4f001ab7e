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

/** A search by its grammar. Exact texts, tags and filters must all hold. */
interface ParsedSearch {
  /** The text outside of all pieces with marks. */
  bare: string;
  exacts: ExactText[];
  tags: TagComparison[];
  filters: SearchFilter[];
}

/** A piece of the bare text as the index reads it: one of its words, or a text of several words. */
export interface BarePiece {
  text: string;
  isWord: boolean;
}

/** A search with its bare text split. Words are folded and ORed. */
export interface SearchQuery extends Omit<ParsedSearch, 'bare'> {
  words: string[];
}

/** Maximum number of pieces of each kind; further pieces are dropped. */
export type SearchLimits = Record<keyof SearchQuery, number>;

/** content-behaviour §21 */
export const CALLER_LIMITS: SearchLimits = { words: 10, exacts: 4, tags: 8, filters: 10 };
export const GUEST_LIMITS: SearchLimits = { words: 5, exacts: 2, tags: 4, filters: 5 };

/**
 * `"exact"` with backslashes before quotes, `[tag]`, `{filter}`, each with an optional dash before it; or one non-space character. Pieces
 * of more than 1,000 characters are read as words: finding the ends of many beginnings took quadratic time.
 */
const PIECE =
  /(?<negated>-?)(?:"(?<exact>(?:\\.|[^"\\]){0,1000})"|\[(?<tag>[^\]]{0,1000})\]|\{(?<filter>[^}]{0,1000})\})|(?<bare>\S)/gsu;

/**
 * Parses a search (content-behaviour §21). Every text is valid: anything outside of the grammar is bare text. Pure; does not check that
 * filters, tags or users exist, and does not split the bare text.
 */
export function parseSearch(text: string, limits: SearchLimits): ParsedSearch {
  const query: ParsedSearch = { bare: '', exacts: [], tags: [], filters: [] };
  let read = 0;
  for (const match of text.matchAll(PIECE)) {
    const { exact, tag, filter, bare, negated: dash } = match.groups ?? {};
    if (bare !== undefined) continue;
    query.bare += `${text.slice(read, match.index)} `;
    read = match.index + match[0].length;
    const negated = dash === '-';
    if (exact !== undefined) query.exacts.push({ text: exact.replaceAll(/\\(.)/gsu, '$1'), negated });
    if (tag !== undefined) query.tags.push({ ...parseTag(tag), negated });
    if (filter !== undefined) query.filters.push({ ...parseFilter(filter), negated });
  }
  query.bare += text.slice(read);
  return limited(query, limits);
}

const PLAIN = /^[a-z0-9\s]*$/i;

/** The pieces of a text of plain letters and digits, which the index has in lower case. Saves a question to the database. */
export const plainPieces = (bare: string): BarePiece[] | undefined =>
  PLAIN.test(bare)
    ? bare.split(/\s+/u).flatMap((word) => (word === '' ? [] : [{ text: word.toLowerCase(), isWord: true }]))
    : undefined;

/** The search with its bare text split by the database. Texts of several words are searched as they are. */
export function completeSearch(
  { exacts, tags, filters }: ParsedSearch,
  pieces: readonly BarePiece[],
  limits: SearchLimits,
): SearchQuery {
  const textsOf = (isWord: boolean) => pieces.filter((piece) => piece.isWord === isWord).map(({ text }) => text);
  const further = textsOf(false).map((text) => ({ text, negated: false }));
  return {
    words: textsOf(true).slice(0, limits.words),
    exacts: [...exacts, ...further].slice(0, limits.exacts),
    tags,
    filters,
  };
}

/** The name ends at the first operator. `like` needs spaces around it or a wildcard after it, because names may contain these letters. */
const TAG = /^(?<name>.*?)(?:(?<operator><=|>=|!=|<|>|=|\slike\s|like(?=.*[%_]))(?<value>.*))?$/isu;

/** As in the reference, a comparison without a value only asks for the name. */
function parseTag(text: string): Omit<TagComparison, 'negated'> {
  const { name = '', operator, value = '' } = TAG.exec(text.trim())?.groups ?? {};
  const operand = value.trim();
  return { name: name.trim(), operator: operand === '' ? 'has' : operatorOf(operator), value: operand };
}

const OPERATORS: readonly TagOperator[] = ['=', '!=', '<', '>', '<=', '>=', 'like'];

const operatorOf = (text: string | undefined): TagOperator =>
  OPERATORS.find((operator) => operator === text?.trim().toLowerCase()) ?? 'has';

function parseFilter(text: string): Omit<SearchFilter, 'negated'> {
  const [, name = text, value = ''] = /^([^:]*):(.*)$/su.exec(text) ?? [];
  return { name: name.trim().toLowerCase(), value: value.trim() };
}

/** Drops empty pieces, and those beyond the limits. */
function limited({ bare, exacts, tags, filters }: ParsedSearch, limits: SearchLimits): ParsedSearch {
  return {
    bare,
    exacts: exacts.filter(({ text }) => text.trim() !== '').slice(0, limits.exacts),
    tags: tags.filter(({ name, operator }) => name !== '' || operator !== 'has').slice(0, limits.tags),
    filters: filters.filter(({ name }) => name !== '').slice(0, limits.filters),
  };
}
