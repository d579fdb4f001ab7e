/** The printed form of an attribute's value, as the reference prints it; undefined when the attribute is left out. */
export type AttributeValue = (value: string) => string | undefined;

const withoutLines = (value: string) => value.replace(/[\n\t\r]/g, ' ').trim();

export const text: AttributeValue = withoutLines;

export function oneOf(words: string): AttributeValue {
  const allowed = new Set(words.split(' '));
  return (value) => {
    const word = value.trim().toLowerCase();
    return allowed.has(word) ? word : undefined;
  };
}

/** A flag has no value, or its own name. */
export const flag = (name: string): AttributeValue => {
  return (value) => (value === '' || value.toLowerCase() === name ? '' : undefined);
};

export const integer: AttributeValue = (value) => /^\s*\+?(-?\d+)\s*$/.exec(value)?.[1];

export const positive: AttributeValue = (value) => (Number(integer(value)) > 0 ? integer(value) : undefined);

/** Whole pixels, without the unit. */
export const pixels: AttributeValue = (value) => {
  const [, sign, digits] = /^\s*([+-]?)(\d+)(?:\.\d*)?(?:px)?\s*$/.exec(value) ?? [];
  if (digits === undefined) return undefined;
  return sign === '-' ? '0' : digits.replace(/^0+(?=\d)/, '');
};

/** Whole pixels, or a percentage of at most 100. */
export const length: AttributeValue = (value) => {
  const given = value.trim();
  if (!given.endsWith('%')) return pixels(given);
  const number = given.slice(0, -1);
  const whole = number.endsWith('px') ? undefined : pixels(number);
  return whole && `${Math.min(Number(whole), 100)}%`;
};

export const classes: AttributeValue = (value) => {
  const names = new Set(value.split(/\s+/).filter((name) => name !== ''));
  return names.size > 0 ? [...names].join(' ') : undefined;
};

/** A language with its subtags, e.g. `de-at`. */
export const language: AttributeValue = (value) =>
  /^(?:[a-z]{2,3}|[xi])(?:-(?:[a-z\d]{2,8}|x)(?:-[a-z\d]{1,8})*)?$/i.test(value.trim())
    ? value.trim().toLowerCase()
    : undefined;
