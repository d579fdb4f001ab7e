/** The currency of prices that name none, and its display on this site (calendar-behaviour §0). */
export interface SiteCurrency {
  /** Empty shows plain numbers. */
  readonly symbol: string;
  /** ISO 4217. */
  readonly code: string;
  readonly position: 'prefix' | 'postfix';
}

/** Codes of ISO 4217. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Whether this is an ISO 4217 code in capitals. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

/** Signs that mean one currency, or mainly one. */
const SIGNS = new Map([
  ['$', 'USD'],
  ['US$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₽', 'RUB'],
  ['₪', 'ILS'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['฿', 'THB'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
  ['Fr.', 'CHF'],
  ['R$', 'BRL'],
  ['A$', 'AUD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
]);

/** Whether the text beside a price is a currency, in contrast to words such as `per person`. */
const isCurrencySign = (symbol: string): boolean => SIGNS.has(symbol) || isCurrency(symbol) || /^\p{Sc}$/u.test(symbol);

/** The currency of a price with this text beside it (`€`, `EUR`, `From €`); the site's currency unless the text names one. */
export function currencyCode(symbol: string, site: SiteCurrency): string {
  for (const word of symbol.split(/\s+/)) {
    // On a site with Canadian dollars and the symbol `$`, every `$` means Canadian dollars.
    if (word !== '' && word === site.symbol) return site.code;
    const code = isCurrency(word) ? word : SIGNS.get(word);
    if (code !== undefined) return code;
  }
  return site.code;
}

export type CurrencyPosition = 'prefix' | 'postfix' | '';

/** One price: a number with a sign on at most one side. */
export interface Price extends PriceNumber {
  /** The text beside the number: `$`, `EUR`, `per person`; empty for a plain number. */
  readonly symbol: string;
  readonly position: CurrencyPosition;
}

/** Between two prices: `$10,$30`, `5 - 20`, `5€–20€`, `5 to 20`, unlike `up to 20`. A comma between digits belongs to the number. */
const BETWEEN = /\s*(?:[;/–—]|(?<!\d),|,(?!\d)|(?<=\d[^\d-]*)-|(?<=\d\D{0,20})\bto\b)\s*/;

/** Reads the prices in one item; undefined when any part of it is neither a price nor a separator. */
export function readPrices(item: string): readonly Price[] | undefined {
  const prices = item.split(BETWEEN).map(readPiece);
  return prices.every((price) => price !== undefined) ? withSharedSign(prices.flat()) : undefined;
}

/** In `10–20 €` both prices are in euros: a currency beside one price also applies to prices without a currency. */
function withSharedSign(prices: readonly Price[]): readonly Price[] {
  const [signed, ...others] = prices.filter(({ symbol }) => symbol !== '');
  if (!signed || !isCurrencySign(signed.symbol) || others.some((other) => other.symbol !== signed.symbol))
    return prices;
  const { symbol, position } = signed;
  return prices.map((price) => (price.symbol === '' ? { ...price, symbol, position } : price));
}

/** A full stop after a letter ends an abbreviation, as in `Fr.20`. */
const PIECE = /^(\D*?)((?:\d|(?<!\p{L})[.,](?=\d))(?:[\d.,]*\d)?)(\D*)$/u;

function readPiece(piece: string): readonly Price[] | undefined {
  const [, before = '', run, after = ''] = PIECE.exec(piece) ?? [];
  const numbers = run === undefined ? undefined : readNumbers(run);
  const [prefix, postfix] = [before.trim(), after.trim()];
  if (numbers === undefined || (prefix !== '' && postfix !== '')) return undefined;
  const position = prefix !== '' ? 'prefix' : postfix !== '' ? 'postfix' : '';
  return numbers.map((number) => ({ ...number, symbol: prefix || postfix, position }));
}

/** A number in a price, as the author wrote it and as a computer reads it. */
interface PriceNumber {
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
function readNumbers(run: string): readonly PriceNumber[] | undefined {
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
