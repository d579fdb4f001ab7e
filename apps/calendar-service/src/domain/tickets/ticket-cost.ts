import { readCost } from '../cost/cost';
import { isFree, type Price } from './ticket';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Whether prices can be in it: an ISO 4217 code in capitals. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

/**
 * What places cost, in the form in which events say it (calendar-behaviour §2.1, §7.5): `$5`, `Free – €20`. Prices in several currencies stand there
 * without them, as the rule for costs has it.
 */
export function ticketCost(prices: readonly Price[]) {
  // What is free is free in every currency.
  const paid = prices.filter((price) => !isFree(price));
  const [code = '', ...others] = new Set((paid.length > 0 ? paid : prices).map(({ currency }) => currency));
  const shared = others.length === 0 ? code : '';
  const { cost, ...details } = readCost(prices.map((price) => priceText(isFree(price) ? { ...price, currency: shared } : price)));
  return { cost, cost_details: { ...details, currency_code: shared } };
}

/** Whole amounts go without decimals. */
const priceText = ({ price, currency }: Price): string => `${symbolOf(currency)}${price.replace(/\.00$/, '')}`;

const symbols = new Map([['', '']]);

function symbolOf(currency: string): string {
  const known = symbols.get(currency);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency }).formatToParts(0);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  symbols.set(currency, symbol);
  return symbol;
}

/** By what means places are had: `rsvp` for free ones, `tickets` for those with a price (calendar-behaviour §2.1, `ticketed`). */
export function providers(prices: readonly Price[]): string[] {
  return [...(prices.some(isFree) ? ['rsvp'] : []), ...(prices.every(isFree) ? [] : ['tickets'])];
}
