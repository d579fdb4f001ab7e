// The named colours of CSS Color Level 4, §6.1, as name and hexadecimal RGB.
const LIST = [
  'aliceblue F0F8FF, antiquewhite FAEBD7, aqua 00FFFF, aquamarine 7FFFD4, azure F0FFFF, beige F5F5DC, bisque FFE4C4, black 000000',
  'blanchedalmond FFEBCD, blue 0000FF, blueviolet 8A2BE2, brown A52A2A, burlywood DEB887, cadetblue 5F9EA0, chartreuse 7FFF00',
  'chocolate D2691E, coral FF7F50, cornflowerblue 6495ED, cornsilk FFF8DC, crimson DC143C, cyan 00FFFF, darkblue 00008B',
  'darkcyan 008B8B, darkgoldenrod B8860B, darkgray A9A9A9, darkgreen 006400, darkgrey A9A9A9, darkkhaki BDB76B, darkmagenta 8B008B',
  'darkolivegreen 556B2F, darkorange FF8C00, darkorchid 9932CC, darkred 8B0000, darksalmon E9967A, darkseagreen 8FBC8F',
  'darkslateblue 483D8B, darkslategray 2F4F4F, darkslategrey 2F4F4F, darkturquoise 00CED1, darkviolet 9400D3, deeppink FF1493',
  'deepskyblue 00BFFF, dimgray 696969, dimgrey 696969, dodgerblue 1E90FF, firebrick B22222, floralwhite FFFAF0, forestgreen 228B22',
  'fuchsia FF00FF, gainsboro DCDCDC, ghostwhite F8F8FF, gold FFD700, goldenrod DAA520, gray 808080, green 008000, greenyellow ADFF2F',
  'grey 808080, honeydew F0FFF0, hotpink FF69B4, indianred CD5C5C, indigo 4B0082, ivory FFFFF0, khaki F0E68C, lavender E6E6FA',
  'lavenderblush FFF0F5, lawngreen 7CFC00, lemonchiffon FFFACD, lightblue ADD8E6, lightcoral F08080, lightcyan E0FFFF',
  'lightgoldenrodyellow FAFAD2, lightgray D3D3D3, lightgreen 90EE90, lightgrey D3D3D3, lightpink FFB6C1, lightsalmon FFA07A',
  'lightseagreen 20B2AA, lightskyblue 87CEFA, lightslategray 778899, lightslategrey 778899, lightsteelblue B0C4DE, lightyellow FFFFE0',
  'lime 00FF00, limegreen 32CD32, linen FAF0E6, magenta FF00FF, maroon 800000, mediumaquamarine 66CDAA, mediumblue 0000CD',
  'mediumorchid BA55D3, mediumpurple 9370DB, mediumseagreen 3CB371, mediumslateblue 7B68EE, mediumspringgreen 00FA9A',
  'mediumturquoise 48D1CC, mediumvioletred C71585, midnightblue 191970, mintcream F5FFFA, mistyrose FFE4E1, moccasin FFE4B5',
  'navajowhite FFDEAD, navy 000080, oldlace FDF5E6, olive 808000, olivedrab 6B8E23, orange FFA500, orangered FF4500, orchid DA70D6',
  'palegoldenrod EEE8AA, palegreen 98FB98, paleturquoise AFEEEE, palevioletred DB7093, papayawhip FFEFD5, peachpuff FFDAB9, peru CD853F',
  'pink FFC0CB, plum DDA0DD, powderblue B0E0E6, purple 800080, rebeccapurple 663399, red FF0000, rosybrown BC8F8F, royalblue 4169E1',
  'saddlebrown 8B4513, salmon FA8072, sandybrown F4A460, seagreen 2E8B57, seashell FFF5EE, sienna A0522D, silver C0C0C0, skyblue 87CEEB',
  'slateblue 6A5ACD, slategray 708090, slategrey 708090, snow FFFAFA, springgreen 00FF7F, steelblue 4682B4, tan D2B48C, teal 008080',
  'thistle D8BFD8, tomato FF6347, turquoise 40E0D0, violet EE82EE, wheat F5DEB3, white FFFFFF, whitesmoke F5F5F5, yellow FFFF00',
  'yellowgreen 9ACD32',
].join(', ');

/** Hexadecimal RGB, upper case with `#`, of the named colours; names in lower case. */
const COLOUR_NAMES = new Map(
  LIST.split(', ').map((entry): [string, string] => {
    const [name = '', rgb = ''] = entry.split(' ');
    return [name, `#${rgb}`];
  }),
);

/** The printed form of a value, as the reference prints it; undefined when it is not allowed. Values have no outer white space. */
export type StyleValue = (value: string) => string | undefined;

/** The parts of a value between spaces. Colours such as `rgb(1, 2, 3)` are one part. */
export const partsOf = (value: string): string[] => value.match(/(?:\([^()]*\)|[^ ])+/g) ?? [];

export function keyword(words: string): StyleValue {
  const allowed = new Set(words.split(' '));
  return (value) => (allowed.has(value.toLowerCase()) ? value.toLowerCase() : undefined);
}

/** The printed form of the first reader that knows the value. */
export function either(...readers: StyleValue[]): StyleValue {
  return (value) => {
    for (const read of readers) {
      const printed = read(value);
      if (printed !== undefined) return printed;
    }
    return undefined;
  };
}

/** Up to `max` values with spaces between them. Others are left out. */
export function several(read: StyleValue, max = 4): StyleValue {
  return (value) =>
    joined(
      partsOf(value)
        .flatMap((part) => read(part) ?? [])
        .slice(0, max),
    );
}

/** One value for each reader, in the order of the text. Others are left out. */
export function eachOnce(...readers: StyleValue[]): StyleValue {
  return (value) => {
    const left = new Set(readers);
    const printed = partsOf(value).flatMap((part) => {
      const reader = [...left].find((read) => read(part) !== undefined);
      if (reader === undefined) return [];
      left.delete(reader);
      return reader(part) ?? [];
    });
    return joined(printed);
  };
}

const joined = (printed: readonly string[]): string | undefined => (printed.length > 0 ? printed.join(' ') : undefined);

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?$/;

function printNumber(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = NUMBER.exec(text) ?? [];
  if (whole === '' && fraction === '') return undefined;
  const decimals = fraction.replace(/0+$/, '');
  const digits = `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals && `.${decimals}`}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

export const natural: StyleValue = (value) => (value.startsWith('-') ? undefined : printNumber(value));

const LENGTH = /^([+-]?[\d.]+)(em|ex|px|in|cm|mm|pt|pc|ch|rem|vw|vh|vmin|vmax|%)$/i;

/** A length or a percentage. */
export const size: StyleValue = (value) => {
  if (value === '0') return '0';
  const [, amount = '', unit = ''] = LENGTH.exec(value) ?? [];
  const printed = printNumber(amount);
  return printed && `${printed}${unit.toLowerCase()}`;
};
export const positiveSize: StyleValue = (value) => (value.startsWith('-') ? undefined : size(value));

export const opacity: StyleValue = (value) => {
  const printed = printNumber(value);
  if (printed === undefined || printed.startsWith('-')) return printed && '0';
  return Number(printed) > 1 ? '1' : printed;
};

const COLOUR_FUNCTION = /^(rgb|hsl)(a?)\(([\d.,%\s/+-]+)\)$/;
const HEXADECIMAL = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;

export const colour: StyleValue = (value) => {
  const named = COLOUR_NAMES.get(value.toLowerCase());
  if (named) return named;
  const [, digits] = HEXADECIMAL.exec(value) ?? [];
  if (digits) return `#${digits}`;
  return COLOUR_FUNCTION.test(value) ? value.replaceAll(/\s+/g, value.includes(',') ? '' : ' ') : undefined;
};
export const colourOrNone: StyleValue = either(keyword('transparent'), colour);

export const decoration: StyleValue = either(keyword('none'), several(keyword('line-through overline underline')));

const GENERIC_FONTS = keyword('serif sans-serif monospace fantasy cursive');
const FONT_NAME = /^[\p{L}\p{N}_ -]+$/u;

/** Names of several words, or with a hyphen, get single quotes. */
export const fonts: StyleValue = (value) => {
  const printed = value.split(',').flatMap((part) => printFont(part.trim()) ?? []);
  return printed.length > 0 ? printed.join(', ') : undefined;
};

function printFont(font: string): string | undefined {
  if (GENERIC_FONTS(font) === font) return font;
  const [, , quoted] = /^(["'])(.+)\1$/.exec(font) ?? [];
  const name = quoted ?? font;
  if (!FONT_NAME.test(name)) return undefined;
  return /^[a-z0-9]+$/i.test(name) ? name : `'${name}'`;
}
