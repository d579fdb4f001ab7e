import fc, { type Arbitrary } from 'fast-check';

/** The names of a list, which blanks separate. */
export const namesIn = (list: string): string[] => list.trim().split(/\s+/);

/** Pieces that made parsers slow or wrong, most of all when repeated. */
const PIECES = [
  ' ',
  '\n',
  '\t',
  '<',
  '>',
  '&',
  '"',
  '\\',
  '`',
  '*',
  '_',
  '[',
  '](',
  '{{@1}}',
  '\u0000',
  '\ud800',
  '\u202e',
  'é',
  '😀',
  '-',
  '#',
  '|',
  '<b>',
  '<div>',
  '<p></p>',
  '<ul><li>',
  '<table><tr><td>',
  '<!--',
  '<a href="',
  '</p>',
  '<br>\n',
  '> ',
  '- ',
  '| a ',
  '![x](',
  '&amp;',
  '<img src="data:image/png;base64,AAAA">',
  '<svg><script>',
  'BEGIN:VEVENT\r\n',
  'a[0]=1&',
  '../',
  '%00',
  '%',
  ';',
  ', ',
  '1 ',
  '{tag:a}',
];

const WORDS = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  '1.5',
  '1e99',
  '99999999999999999999',
  'null',
  'true',
  'false',
  'NaN',
  'undefined',
  'constructor',
  '__proto__',
  '2026-02-30',
  '2031-05-01 10:00:00',
  '0000-00-00',
  '+275760-09-14',
  'Europe/Rome',
  'FREQ=DAILY;COUNT=3',
  'FREQ=SECONDLY',
  'RRULE:',
  '<b>x</b>',
  '\u0000',
  '\ud800',
  '‮abc',
  "'; DROP TABLE pages; --",
  '${7*7}',
  '{{@1}}',
  'javascript:alert(1)',
  'http://127.0.0.1:1/x.png',
  'Title',
  'editor@example.com',
  'publish',
  'draft',
  'this',
  'all',
  'book-view-all',
  'https://example.com/',
  'ünïcödé',
  '日本',
  '١٢',
];

/** One piece, repeated up to a few thousand times. That is enough to reveal slow code. */
const nastyShape = fc
  .tuple(fc.constantFrom(...PIECES), fc.constantFrom(10, 100, 1_000, 5_000))
  .map(([piece, times]) => piece.repeat(times));

export const word: Arbitrary<string> = fc.constantFrom(...WORDS);

export const text: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: nastyShape },
);

const scalar = fc.oneof(
  { weight: 4, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1, 2, 1.5, 2 ** 31, 2 ** 53, -1e300, 1e-7),
  },
  { weight: 1, arbitrary: fc.integer() },
);

/** Values of a field: mostly plain ones, sometimes unexpected lists and objects. */
export const value: Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      [],
      {},
      [[]],
      [{}],
      { 0: 5, 2: 7 },
      { constructor: 1 },
      { toString: 1, valueOf: 2 },
      [null],
      [{ name: 'a', value: 'b' }],
      {
        id: 1,
      },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Broken, deep or wide JSON. */
export const oddJson: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[',
    '"',
    'nul',
    '{"a":}',
    '[1,]',
    '{"a":1}{',
    '\ufeff{}',
    '0',
    'null',
    '"text"',
    '[]',
    '{"__proto__":{"x":1}}',
  ),
  fc.constantFrom(10, 100, 5_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.constantFrom(10, 100, 5_000).map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)),
  fc.constantFrom(100, 20_000).map((items) => `{"tags":[${'{},'.repeat(items)}{}]}`),
  fc
    .constantFrom(100, 20_000)
    .map((members) => `{${Array.from({ length: members }, (_, i) => `"m${i}":1`).join(',')}}`),
);

/** Broken, deep or wide form bodies. */
export const oddForm: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '=',
    '&&&',
    'a',
    'a[',
    'a]=1',
    'a[b=1',
    '[]=1',
    'a[][][]=1',
    '%',
    '%zz=1',
    'a=%00',
    'a[__proto__][x]=1',
    'constructor[a]=1',
    '_method=PUT',
  ),
  fc.constantFrom(100, 2_000).map((items) => Array.from({ length: items }, (_, i) => `tags[${i}]=1`).join('&')),
  fc.constantFrom(10, 500).map((depth) => `a${'[b]'.repeat(depth)}=1`),
);
