import { COLOUR_NAMES } from './colour-names';

/** The printed form of a value, as the reference prints it; undefined when it is not allowed. Values have no outer white space. */
export type StyleValue = (value: string) => string | undefined;

/** The parts of a value between spaces. Colours such as `rgb(1, 2, 3)` are one part. */
export const partsOf = (value: string): string[] => value.match(/(?:\([^()]*\)|[^ ])+/g) ?? [];

export function oneOf(words: string): StyleValue {
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
export const colourOrNone: StyleValue = either(oneOf('transparent'), colour);

export const decoration: StyleValue = either(oneOf('none'), several(oneOf('line-through overline underline')));

const GENERIC_FONTS = oneOf('serif sans-serif monospace fantasy cursive');
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
