/** Elements whose text is shown as written. */
const LITERAL = /^<(\/?)(?:pre|code|kbd)\b/;

/**
 * Puts typographic quotes, dashes and dots into HTML, as character references, where the reference does. Characters that the author wrote so stay.
 * @param html output of `renderText`
 */
export function withTypography(html: string): string {
  if (!/['"&.x-]/.test(html)) return html;
  let literalDepth = 0;
  return html
    .split(/(<[^<>]*>)/)
    .map((token) => {
      const slash = LITERAL.exec(token)?.[1];
      if (slash !== undefined) literalDepth += slash === '' ? 1 : -1;
      return token.startsWith('<') || literalDepth > 0 ? token : typographic(token);
    })
    .join('');
}

const [OPEN, CLOSE, PRIME] = ['&#8220;', '&#8221;', '&#8243;'];
const [OPEN_SINGLE, APOSTROPHE, PRIME_SINGLE] = ['&#8216;', '&#8217;', '&#8242;'];
/** Stands for an apostrophe until quotations are closed, which look for `APOSTROPHE`. PostgreSQL stores no text with it. */
const IN_WORD = '\0';
const [EN_DASH, EM_DASH] = ['&#8211;', '&#8212;'];

type Rule = readonly [pattern: RegExp, sign: string];

/** `'` where it opens a quotation or stands for letters; `closed` handles the others. */
const SINGLE: readonly Rule[] = [
  [/'(?=(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)\b)/g, IN_WORD],
  // Years: `'99'`, `the '90s`
  [/'(\d\d)'(?=$|[\s.,:;!?)}\]-]|&gt;)/g, `${IN_WORD}$1${APOSTROPHE}`],
  [/'(?=\d\d(?:$|(?![%\d]|[.,]\d)))/g, IN_WORD],
  [/(?<=^|[\s([{"-]|&lt;)'/g, OPEN_SINGLE],
  [/(?<!\s)'(?!$|[\s.,:;!?"'(){}[\]-]|&[lg]t;)/g, IN_WORD],
];

const DOUBLE: readonly Rule[] = [[/(?<=^|[\s([{-]|&lt;)"(?!\s)/g, OPEN]];

const DASHES: readonly Rule[] = [
  [/---/g, EM_DASH],
  [/(?<=^|\s)--(?=$|\s)/g, EM_DASH],
  // Not in names of hosts in another script
  [/(?<!xn)--/g, EN_DASH],
  [/(?<=^|\s)-(?=$|\s)/g, EN_DASH],
];

/** `2x4`, unlike `0x1f` and `a2x4` */
const TIMES: readonly Rule[] = [[/(?<=(?<![\w.,])(?!0x)\d[\d.,]{0,20})x(?=\d[\d.,]{0,20}(?!\w))/g, '&#215;']];

/** The parser writes each `&` so. */
const AMPERSAND = '&amp;';

const applied = (text: string, rules: readonly Rule[]): string =>
  rules.reduce((current, [pattern, sign]) => current.replace(pattern, sign), text);

function typographic(written: string): string {
  let text = written.replaceAll('...', '&#8230;');
  if (text.includes("'"))
    text = closed(applied(text, SINGLE), "'", OPEN_SINGLE, APOSTROPHE, PRIME_SINGLE).replaceAll(IN_WORD, APOSTROPHE);
  if (text.includes('"')) text = closed(applied(text, DOUBLE), '"', OPEN, CLOSE, PRIME).replaceAll('"', CLOSE);
  if (text.includes('-')) text = applied(text, DASHES);
  if (text.includes('x')) text = applied(text, TIMES);
  return text.replaceAll(AMPERSAND, '&#038;');
}

/** Tells ends of quotations from feet, inches, minutes and seconds, which follow a digit. */
function closed(text: string, mark: string, open: string, close: string, prime: string): string {
  const ends = new RegExp(`${mark}(?=$|[\\s.,:;!?)}\\]-]|&gt;)`, 'g');
  const endsOfWords = new RegExp(`(?<!\\d)${ends.source}`, 'g');
  const afterDigit = new RegExp(`(?<=\\d)${mark}`, 'g');
  return text
    .split(open)
    .map((part, index) => {
      // An opened quotation needs an end, even after a digit: `"Route 66"`.
      const isOpen = index > 0 && !part.includes(close);
      const last = isOpen && part.search(endsOfWords) === -1 ? [...part.matchAll(ends)].at(-1)?.index : undefined;
      const ended = last === undefined ? part : `${part.slice(0, last)}${close}${part.slice(last + 1)}`;
      return isOpen
        ? ended.replace(endsOfWords, close).replace(afterDigit, prime).replace(ends, close)
        : ended.replace(afterDigit, prime).replace(ends, close);
    })
    .join(open);
}
