import { slugOf } from '../slugs/slugs';
import { type CurrencyPosition, type Price, readPrices } from './price';

/** What records show of a cost, under the wire's names; `currency_code` has no input and is added elsewhere. */
export interface Cost {
  /** For people: `$20`, `Free – 30$`, `Donation`; empty without a cost. */
  readonly cost: string;
  /** Empty unless all prices agree. */
  readonly currency_symbol: string;
  readonly currency_position: CurrencyPosition;
  /** Ascending numbers as texts; before them the slugs of free texts. */
  readonly values: readonly string[];
}

/** How the site shows plain numbers. */
export interface SiteCurrency {
  readonly symbol: string;
  readonly position: 'prefix' | 'postfix';
}

const NO_CURRENCY: SiteCurrency = { symbol: '', position: 'prefix' };

/**
 * Reads a cost as clients send it (calendar-behaviour §7.5): a text or number, or a list of them. Never refuses: what is no price is free text.
 * `0` is free, also when it is all there is; empty text, null and an empty list are no cost.
 */
export function readCost(input: unknown, site: SiteCurrency = NO_CURRENCY): Cost {
  const items = itemsOf(input).map((text) => ({ text, prices: readPrices(text) }));
  const texts = items.filter(({ prices }) => prices === undefined).map(({ text }) => text);
  const prices = ascending(items.flatMap((item) => item.prices ?? []));
  const { symbol, position } = common(prices);
  const shown = { symbol: symbol || site.symbol, position: position || site.position };
  return {
    cost: prices.length > 0 ? rangeText(prices, shown) : [...new Set(texts)].join(', '),
    currency_symbol: symbol,
    currency_position: position,
    values: [...new Set(texts.map(slugOf)), ...prices.map((price) => price.value)],
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

function ascending(prices: readonly Price[]): Price[] {
  const sorted = [...prices].sort((a, b) => Number(a.value) - Number(b.value));
  return sorted.filter((price, i) => Number(price.value) !== Number(sorted[i - 1]?.value));
}

function common(prices: readonly Price[]): { symbol: string; position: CurrencyPosition } {
  const [first, ...others] = prices;
  const agree = others.every((price) => price.symbol === first?.symbol && price.position === first.position);
  return first && agree ? { symbol: first.symbol, position: first.position } : { symbol: '', position: '' };
}

function rangeText(prices: readonly Price[], currency: SiteCurrency): string {
  const ends = prices.length > 1 ? [prices.at(0), prices.at(-1)] : prices;
  return ends.map((price) => (price ? priceText(price, currency) : '')).join(' – ');
}

function priceText({ value, shown }: Price, { symbol, position }: SiteCurrency): string {
  if (Number(value) === 0) return 'Free';
  // A currency stands close to its number, words stand apart: `20EUR`, `20 per person`.
  const space = /\p{L}\s+\p{L}/u.test(symbol) ? ' ' : '';
  return position === 'prefix' ? `${symbol}${space}${shown}` : `${shown}${space}${symbol}`;
}
