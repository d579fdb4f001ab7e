import { type Amount, costOf } from '../cost/cost';
import type { Price as CostPrice, SiteCurrency } from '../cost/price';
import { isFree, type TicketPrice } from './ticket';

/** The cost of places in the form of an event's cost (calendar-behaviour §2.1, §7.5): `$5`, `Free – €20`, `$5 – €20`. */
export function ticketCost(prices: readonly TicketPrice[], site: SiteCurrency) {
  // A free place is free in every currency.
  const paid = prices.filter((price) => !isFree(price));
  const [code = '', ...others] = new Set((paid.length > 0 ? paid : prices).map(({ currency }) => currency));
  const shared = others.length === 0 ? code : '';
  const inCurrencies = prices.map((price) => (isFree(price) ? { ...price, currency: shared } : price));
  const { cost, ...details } = costOf(
    inCurrencies.map((price) => costPriceOf(price, site)),
    [],
    site,
  );
  return { cost, cost_details: { ...details, currency_code: shared } };
}

/** The prices as schema.org has them. */
export const ticketAmounts = (prices: readonly TicketPrice[], site: SiteCurrency): Amount[] =>
  prices.map(({ price, currency }) => ({ value: wholeWithoutDecimals(price), currency: currency || site.code }));

function costPriceOf({ price, currency }: TicketPrice, site: SiteCurrency): CostPrice {
  const value = wholeWithoutDecimals(price);
  if (currency === '') return { value, shown: value, symbol: '', position: '' };
  // In the site's currency, prices of tickets look like costs of events.
  if (currency === site.code && site.symbol !== '')
    return { value, shown: value, symbol: site.symbol, position: site.position };
  return { value, shown: value, symbol: symbolOf(currency), position: 'prefix' };
}

const wholeWithoutDecimals = (price: string): string => price.replace(/\.00$/, '');

const symbols = new Map<string, string>();

function symbolOf(currency: string): string {
  const cached = symbols.get(currency);
  if (cached !== undefined) return cached;
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency }).formatToParts(0);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  symbols.set(currency, symbol);
  return symbol;
}

/** How places are booked: `rsvp` for free ones, `tickets` for those with a price (calendar-behaviour §2.1, `ticketed`). */
export function providers(prices: readonly TicketPrice[]): string[] {
  return [...(prices.some(isFree) ? ['rsvp'] : []), ...(prices.every(isFree) ? [] : ['tickets'])];
}
