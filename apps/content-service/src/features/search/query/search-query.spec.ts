import fc from 'fast-check';
import { CALLER_LIMITS, GUEST_LIMITS, parseSearch, type SearchQuery } from './search-query';
import { formatSearch } from './testing/format-search';

const NOTHING: SearchQuery = { words: [], exacts: [], tags: [], filters: [] };
const exact = (text: string, negated = false) => ({ text, negated });
const tag = (name: string, operator: string, value: string, negated = false) => ({ name, operator, value, negated });
const filter = (name: string, value = '', negated = false) => ({ name, value, negated });

describe('a query', () => {
  it.each([
    ['of words', 'cat  dog', { words: ['cat', 'dog'] }, 'cat dog'],
    ['keeps a dash before a word, which negates nothing', '-cat dog', { words: ['-cat', 'dog'] }, '-cat dog'],
    ['loses marks that end a sentence', 'the cat. - ...', { words: ['the', 'cat'] }, 'the cat'],
    ['keeps dots and dashes inside words', 'v2.4 well-known', { words: ['v2.4', 'well-known'] }, 'v2.4 well-known'],
    [
      'treats a word with a mark as an exact text',
      "it's a/b a:b",
      { words: ['a/b'], exacts: [exact("it's"), exact('a:b')] },
      `a/b "it's" "a:b"`,
    ],
    [
      'treats long words of languages without spaces as exact texts',
      '日本 日本語',
      { words: ['日本'], exacts: [exact('日本語')] },
      '日本 "日本語"',
    ],
    [
      'of exact texts',
      '"big cat" -"small dog"',
      { exacts: [exact('big cat'), exact('small dog', true)] },
      '"big cat" -"small dog"',
    ],
    [
      'unescapes quotes in exact texts',
      String.raw`"say \"hi\" \\ there"`,
      { exacts: [exact(String.raw`say "hi" \ there`)] },
      String.raw`"say \"hi\" \\ there"`,
    ],
    [
      'treats an unclosed quote as an exact text of one word',
      '"open cat',
      { words: ['cat'], exacts: [exact('"open')] },
      String.raw`cat "\"open"`,
    ],
    ['does not parse exact texts', '"[a] {b}"', { exacts: [exact('[a] {b}')] }, '"[a] {b}"'],
    ['drops empty pieces', '"" [] {} -"" -[] -{} " "', {}, ''],
    ['of a tag', '[Team]', { tags: [tag('Team', 'has', '')] }, '[Team]'],
    [
      'of compared tags',
      '[a=1] [b!=2] [c<3] [d>4] [e<=5] [f>=6]',
      {
        tags: [
          tag('a', '=', '1'),
          tag('b', '!=', '2'),
          tag('c', '<', '3'),
          tag('d', '>', '4'),
          tag('e', '<=', '5'),
          tag('f', '>=', '6'),
        ],
      },
      '[a=1] [b!=2] [c<3] [d>4] [e<=5] [f>=6]',
    ],
    ['trims around operators', '[ my tag  =  one two ]', { tags: [tag('my tag', '=', 'one two')] }, '[my tag=one two]'],
    [
      'accepts like in both forms',
      '[a like x%] [alikex%] [a LIKE x]',
      { tags: [tag('a', 'like', 'x%'), tag('a', 'like', 'x%'), tag('a', 'like', 'x')] },
      '[a like x%] [a like x%] [a like x]',
    ],
    [
      'does not change names that contain these letters',
      '[unlikely] [likes=1]',
      { tags: [tag('unlikely', 'has', ''), tag('likes', '=', '1')] },
      '[unlikely] [likes=1]',
    ],
    ['of a value of any tag', '[=blue]', { tags: [tag('', '=', 'blue')] }, '[=blue]'],
    [
      'asks only for the tag when the value is empty',
      '[state=] [size > ]',
      { tags: [tag('state', 'has', ''), tag('size', 'has', '')] },
      '[state] [size]',
    ],
    ['negates tags', '-[a] -[b=1]', { tags: [tag('a', 'has', '', true), tag('b', '=', '1', true)] }, '-[a] -[b=1]'],
    [
      'of filters',
      '{is_template} {Type:page|book}',
      { filters: [filter('is_template'), filter('type', 'page|book')] },
      '{is_template} {type:page|book}',
    ],
    [
      'splits a filter at its first colon',
      '{in:book:5} {created_after: 2020-01-01 10:00}',
      { filters: [filter('in', 'book:5'), filter('created_after', '2020-01-01 10:00')] },
      '{in:book:5} {created_after:2020-01-01 10:00}',
    ],
    ['negates filters', '-{created_by:me}', { filters: [filter('created_by', 'me', true)] }, '-{created_by:me}'],
    [
      'needs no spaces between pieces',
      'cat[a]{b}"c"dog',
      { words: ['cat', 'dog'], exacts: [exact('c')], tags: [tag('a', 'has', '')], filters: [filter('b')] },
      'cat dog "c" [a] {b}',
    ],
    ['without pieces', ' \n ', {}, ''],
  ])('%s', (_rule, text, expected, normal) => {
    const query = parseSearch(text, CALLER_LIMITS);
    expect(query).toEqual({ ...NOTHING, ...expected });
    expect(formatSearch(query)).toBe(normal);
  });

  it.each([
    ['of callers', CALLER_LIMITS, [10, 4, 8, 10]],
    ['of guests', GUEST_LIMITS, [5, 2, 4, 5]],
  ])('has no more pieces than the limits %s', (_who, limits, expected) => {
    const many = (piece: (n: number) => string) => Array.from({ length: 20 }, (_, n) => piece(n)).join(' ');
    const query = parseSearch(
      [many((n) => `w${n}`), many((n) => `"e${n}"`), many((n) => `[t${n}]`), many((n) => `{f${n}}`)].join(' '),
      limits,
    );
    expect([query.words, query.exacts, query.tags, query.filters].map(({ length }) => length)).toEqual(expected);
    expect(query.words[0]).toBe('w0');
  });

  it('has a normal form that parses to itself', () => {
    const syntax = fc.constantFrom(
      '"',
      '[',
      ']',
      '{',
      '}',
      '-',
      '\\',
      ':',
      '=',
      '!',
      '<',
      ' ',
      'like',
      '%',
      "'",
      'a',
      'é',
      '日本語',
      '.',
      '\n',
    );
    const written = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(syntax, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(written, (text) => {
        const query = parseSearch(text, CALLER_LIMITS);
        const normal = formatSearch(query);
        expect(formatSearch(parseSearch(normal, { words: 20, exacts: 20, tags: 20, filters: 20 }))).toBe(normal);
      }),
      { numRuns: 2000 },
    );
  });
});
