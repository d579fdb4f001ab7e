import { CALLER_LIMITS, completeSearch, GUEST_LIMITS, parseSearch, type SearchQuery } from './search-query';

const NOTHING: SearchQuery = { words: [], exacts: [], tags: [], filters: [] };
const wordsIn = (bare: string) => bare.split(/\s+/u).filter((word) => word !== '');
const exact = (text: string, negated = false) => ({ text, negated });
const tag = (name: string, operator: string, value: string, negated = false) => ({ name, operator, value, negated });
const filter = (name: string, value = '', negated = false) => ({ name, value, negated });

describe('a query', () => {
  it.each([
    ['of words', 'cat  dog', { words: ['cat', 'dog'] }],
    ['of exact texts', '"big cat" -"small dog"', { exacts: [exact('big cat'), exact('small dog', true)] }],
    [
      'unescapes quotes in exact texts',
      String.raw`"say \"hi\" \\ there"`,
      { exacts: [exact(String.raw`say "hi" \ there`)] },
    ],
    ['leaves an unclosed quote in the bare text', '"open cat', { words: ['"open', 'cat'] }],
    ['does not parse exact texts', '"[a] {b}"', { exacts: [exact('[a] {b}')] }],
    ['drops empty pieces', '"" [] {} -"" -[] -{} " "', {}],
    ['of a tag', '[Team]', { tags: [tag('Team', 'has', '')] }],
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
    ],
    ['trims around operators', '[ my tag  =  one two ]', { tags: [tag('my tag', '=', 'one two')] }],
    [
      'accepts like in both forms',
      '[a like x%] [alikex%] [a LIKE x]',
      { tags: [tag('a', 'like', 'x%'), tag('a', 'like', 'x%'), tag('a', 'like', 'x')] },
    ],
    [
      'does not change names that contain these letters',
      '[unlikely] [likes=1]',
      { tags: [tag('unlikely', 'has', ''), tag('likes', '=', '1')] },
    ],
    ['of a value of any tag', '[=blue]', { tags: [tag('', '=', 'blue')] }],
    [
      'asks only for the tag when the value is empty',
      '[state=] [size > ]',
      { tags: [tag('state', 'has', ''), tag('size', 'has', '')] },
    ],
    ['negates tags', '-[a] -[b=1]', { tags: [tag('a', 'has', '', true), tag('b', '=', '1', true)] }],
    ['of filters', '{is_template} {Type:page|book}', { filters: [filter('is_template'), filter('type', 'page|book')] }],
    [
      'splits a filter at its first colon',
      '{in:book:5} {created_after: 2020-01-01 10:00}',
      { filters: [filter('in', 'book:5'), filter('created_after', '2020-01-01 10:00')] },
    ],
    ['negates filters', '-{created_by:me}', { filters: [filter('created_by', 'me', true)] }],
    [
      'needs no spaces between pieces',
      'cat[a]{b}"c"dog',
      { words: ['cat', 'dog'], exacts: [exact('c')], tags: [tag('a', 'has', '')], filters: [filter('b')] },
    ],
    ['without pieces', ' \n ', {}],
  ])('%s', (_rule, text, expected) => {
    const { bare, ...others } = parseSearch(text, CALLER_LIMITS);
    expect({ ...others, words: wordsIn(bare) }).toEqual({ ...NOTHING, ...expected });
  });

  it.each([
    ['of callers', CALLER_LIMITS, [4, 8, 10]],
    ['of guests', GUEST_LIMITS, [2, 4, 5]],
  ])('has no more pieces than the limits %s', (_who, limits, expected) => {
    const many = (piece: (n: number) => string) => Array.from({ length: 20 }, (_, n) => piece(n)).join(' ');
    const { exacts, tags, filters } = parseSearch(
      [many((n) => `"e${n}"`), many((n) => `[t${n}]`), many((n) => `{f${n}}`)].join(' '),
      limits,
    );
    expect([exacts, tags, filters].map(({ length }) => length)).toEqual(expected);
  });

  it('has the texts of several words among its exact texts, within their limit', () => {
    const parsed = parseSearch('cat "a" "b" "c"', CALLER_LIMITS);
    const pieces = [
      { text: 'cat', isWord: true },
      { text: 'd:e', isWord: false },
      { text: 'f:g', isWord: false },
    ];
    const { words, exacts } = completeSearch(parsed, pieces, CALLER_LIMITS);
    expect({ words, exacts }).toEqual({ words: ['cat'], exacts: [exact('a'), exact('b'), exact('c'), exact('d:e')] });
  });
});
