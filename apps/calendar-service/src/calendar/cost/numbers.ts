/** A number in a price, as the author wrote it and as a computer reads it. */
export interface PriceNumber {
  /** `1.234,50` */
  readonly shown: string;
  /** `1234.50`: no thousands separators, a dot for the decimals, which are kept as sent. */
  readonly value: string;
}

const GROUPED: Readonly<Record<string, RegExp>> = { ',': /^[1-9]\d{0,2}(,\d{3})+$/, '.': /^[1-9]\d{0,2}(\.\d{3})+$/ };

/**
 * Reads a run of digits, dots and commas (calendar-behaviour §7.5). A single kind of separator groups thousands if exactly three digits follow it,
 * otherwise it is the decimal mark. Of two kinds, the last is the decimal mark. Any other run is a list with commas, such as `0,10,20`.
 * @returns undefined for a run that is no number, such as `1.2.3`
 */
export function readNumbers(run: string): readonly PriceNumber[] | undefined {
  const single = readNumber(run);
  if (single !== undefined) return [{ shown: run, value: single }];
  const parts = run.split(',').map((part) => ({ shown: part, value: readNumber(part) }));
  const numbers = parts.flatMap(({ shown, value }) => (value === undefined ? [] : [{ shown, value }]));
  return parts.length > 1 && numbers.length === parts.length ? numbers : undefined;
}

function readNumber(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text;
  for (const [mark, grouped] of Object.entries(GROUPED)) {
    if (grouped.test(text)) return text.replaceAll(mark, '');
    const decimal = mark === ',' ? '.' : ',';
    const [whole = '', fraction, ...more] = text.split(decimal);
    if (fraction === undefined || more.length > 0 || !/^\d+$/.test(fraction)) continue;
    if (/^\d*$/.test(whole) || grouped.test(whole)) {
      // A single separator before three digits groups thousands, unless the digits before it cannot be a group.
      if (!GROUPED[decimal]?.test(text)) return `${whole.replaceAll(mark, '') || '0'}.${fraction}`;
    }
  }
  return undefined;
}
