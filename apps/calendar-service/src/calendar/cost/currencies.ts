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
export const isCurrencySign = (symbol: string): boolean =>
  SIGNS.has(symbol) || isCurrency(symbol) || /^\p{Sc}$/u.test(symbol);

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
