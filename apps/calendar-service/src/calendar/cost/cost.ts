import { each, listOf, NamedSchema, record, TEXT } from '@almanac/openapi';
import { slugOf } from '../slugs/slugs';
import { currencyCode, type CurrencyPosition, type Price, readPrices, type SiteCurrency } from './price';

/** Details of a price, or of a range of prices (calendar-behaviour §7.5). */
export const COST_DETAILS = new NamedSchema(
  'CostDetails',
  record({
    ...each(TEXT, 'currency_symbol', 'currency_code'),
    currency_position: { ...TEXT, enum: ['prefix', 'postfix', ''] },
    values: listOf(TEXT),
  }),
);

/** The cost as records show it, in the names of the API. Clients cannot set `currency_code`, which is added elsewhere. */
interface Cost {
  /** For people: `$20`, `Free – 30$`, `Donation`; empty without a cost. */
  readonly cost: string;
  /** Empty unless all prices agree. */
  readonly currency_symbol: string;
  readonly currency_position: CurrencyPosition;
  /** Ascending numbers as texts; before them the slugs of free texts. */
  readonly values: readonly string[];
}

/** A price in its currency. */
export interface Amount {
  /** A number as text. */
  readonly value: string;
  /** ISO 4217. */
  readonly currency: string;
}

/**
 * Shows a cost as clients sent it (calendar-behaviour §7.5): a text or number, or a list of them. Never refuses: an item without a price is free text.
 * `0` is free, also as the only value; empty text, null and an empty list are no cost.
 */
export function readCost(input: unknown, site: SiteCurrency): Cost {
  const { prices, texts } = read(input);
  return prices.length > 0
    ? costOf(prices, texts, site)
    : { ...costOf([], texts, site), cost: [...new Set(texts)].join(', ') };
}

/** The prices of the same cost, ascending. Words alone are no price, except that `Free` is 0. */
export function readAmounts(input: unknown, site: SiteCurrency): Amount[] {
  const { prices, texts } = read(input);
  if (prices.length === 0)
    return texts.some((text) => slugOf(text) === 'free') ? [{ value: '0', currency: site.code }] : [];
  const paid = prices.find(({ value, symbol }) => symbol !== '' && Number(value) > 0);
  // A plain 0 is free in every currency, so it takes the currency of the other prices.
  const codeOf = ({ symbol, value }: Price) =>
    currencyCode(symbol === '' && Number(value) === 0 ? (paid?.symbol ?? '') : symbol, site);
  return prices.map((price) => ({ value: price.value, currency: codeOf(price) }));
}

/** Shows prices in any order, with the free texts beside them. */
export function costOf(prices: readonly Price[], texts: readonly string[], site: SiteCurrency): Cost {
  const sorted = ascending(prices);
  const { symbol, position } = common(sorted);
  return {
    cost: sorted.length > 0 ? rangeText(sorted, site) : '',
    currency_symbol: symbol,
    currency_position: position,
    values: [
      ...new Set(texts.map(slugOf)),
      ...firstOfEach(
        sorted.map(({ value }) => value),
        Number,
      ),
    ],
  };
}

function read(input: unknown): { prices: Price[]; texts: string[] } {
  const items = itemsOf(input).map((text) => ({ text, prices: readPrices(text) }));
  return {
    prices: ascending(items.flatMap((item) => item.prices ?? [])),
    texts: items.filter(({ prices }) => prices === undefined).map(({ text }) => text),
  };
}

function itemsOf(input: unknown): string[] {
  const items: unknown[] = typeof input === 'object' && input !== null ? Object.values(input) : [input];
  return items.map(textOf).filter((text) => text !== '');
}

function textOf(item: unknown): string {
  if (item === true) return '1';
  if (typeof item !== 'string' && typeof item !== 'number') return '';
  return String(item)
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Each price once; the same number in another currency is another price. */
function ascending(prices: readonly Price[]): Price[] {
  const keyOf = ({ value, symbol }: Price) => (Number(value) === 0 ? '0' : `${Number(value)} ${symbol}`);
  return firstOfEach(prices, keyOf).sort((a, b) => Number(a.value) - Number(b.value));
}

function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => string | number): T[] {
  const first = new Map<string | number, T>();
  for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()];
}

/** The sign and the place that all prices have in common. Signs may agree while their places differ, as in `$10` and `20$`. */
function common(prices: readonly Price[]): { symbol: string; position: CurrencyPosition } {
  const [first = { symbol: '', position: '' } as const, ...others] = prices;
  if (others.some(({ symbol }) => symbol !== first.symbol)) return { symbol: '', position: '' };
  const agree = others.every(({ position }) => position === first.position);
  return { symbol: first.symbol, position: agree ? first.position : '' };
}

function rangeText(prices: readonly Price[], site: SiteCurrency): string {
  const { symbol, position } = common(prices);
  const isUnplaced = symbol !== '' && position === '';
  const ends = prices.length > 1 ? [prices.at(0), prices.at(-1)] : prices;
  return ends
    .flatMap((price) => price ?? [])
    .map((price) => priceText(price, price.symbol === '' ? site : isUnplaced ? { ...site, symbol } : price))
    .join(' – ');
}

function priceText({ value, shown }: Price, { symbol, position }: Pick<Price, 'symbol' | 'position'>): string {
  if (Number(value) === 0) return 'Free';
  // Without the spaces between them, for words too: `20EUR`, `20per person` (calendar-behaviour §7.5).
  return position === 'postfix' ? `${shown}${symbol}` : `${symbol}${shown}`;
}
