const CODES = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
]);

/** What prices without a currency of their own are in, as far as schema.org must be told one (calendar-behaviour §0). */
const DEFAULT_CODE = 'USD';

/** The ISO 4217 code of what stands beside a price: `€` or `EUR`. */
export const currencyCode = (symbol: string): string => CODES.get(symbol) ?? (/^[A-Z]{3}$/.test(symbol) ? symbol : DEFAULT_CODE);
