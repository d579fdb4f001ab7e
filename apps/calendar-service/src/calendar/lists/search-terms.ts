/** A LIKE pattern that finds the text anywhere; wildcards in the text are escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** One term of a search, which must or must not occur. */
interface SearchTerm {
  text: string;
  isExcluded: boolean;
}

const STOP_WORDS = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/** The reference takes a longer search for one phrase. */
const MAX_TERMS = 9;

/**
 * The terms of a search for events: words between spaces, commas or plus signs, and "quoted phrases"; `-` excludes. Single letters and frequent English
 * words do not count, unless the search has nothing else. It is then one phrase, as a search of many terms is.
 */
export function searchTerms(search: string): SearchTerm[] {
  const line = search.replace(/[\r\n]/g, '');
  const words = [...line.matchAll(/-?"[^"]*"?|[^\t ",+]+/g)].map(([word]) => word);
  const terms = words
    .filter((word) => !isFrequent(word))
    .map(termOf)
    .filter(({ text }) => text !== '');
  return terms.length > 0 && terms.length <= MAX_TERMS ? terms : [{ text: line, isExcluded: false }];
}

const isFrequent = (word: string): boolean => /^[a-z]$/i.test(word) || STOP_WORDS.has(word.toLowerCase());

function termOf(word: string): SearchTerm {
  const isExcluded = word.startsWith('-');
  const term = isExcluded ? word.slice(1) : word;
  const isPhrase = /^".+"$/.test(term);
  // The look-behind tries each run of signs once. Otherwise a long run inside a term would take quadratic time.
  const outerSigns = isPhrase ? /^["']+|(?<!["'])["']+$/g : /^["' ]+|(?<!["' ])["' ]+$/g;
  return { text: term.replace(outerSigns, ''), isExcluded };
}
