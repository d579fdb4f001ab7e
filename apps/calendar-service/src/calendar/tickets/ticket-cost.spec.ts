import { isCurrency } from '../cost/price';
import { providers, ticketCost } from './ticket-cost';

const SITE = { symbol: 'Fr.', code: 'CHF', position: 'prefix' } as const;

const price = (text: string, currency = '') => ({ price: text, currency });

it.each([
  ['nothing', [price('0.00', 'EUR')], 'Free', ['0']],
  ['a whole amount', [price('20.00', 'EUR')], '€20', ['20']],
  ['an amount with decimals', [price('5.50', 'USD')], '$5.50', ['5.50']],
  ['a large amount', [price('1234.50', 'GBP')], '£1234.50', ['1234.50']],
  ['a currency without a sign', [price('20.00', 'SEK')], 'SEK20', ['20']],
  ['the currency of the site', [price('20.00', 'CHF')], 'Fr.20', ['20']],
  ['no currency', [price('20.00')], 'Fr.20', ['20']],
  ['several amounts', [price('20.00', 'EUR'), price('0.00'), price('5.00', 'EUR')], 'Free – €20', ['0', '5', '20']],
  ['several currencies', [price('5.00', 'EUR'), price('20.00', 'USD')], '€5 – $20', ['5', '20']],
])('ticketCost shows the cost of %s', (_, prices, cost, values) => {
  expect(ticketCost(prices, SITE)).toMatchObject({ cost, cost_details: { values } });
});

it('ticketCost names the currency only if all prices share it', () => {
  const details = { currency_symbol: '€', currency_code: 'EUR', currency_position: 'prefix' };
  expect(ticketCost([price('5.00', 'EUR'), price('20.00', 'EUR')], SITE)).toMatchObject({ cost_details: details });
  expect(ticketCost([price('5.00', 'EUR'), price('20.00', 'USD')], SITE)).toMatchObject({
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '' },
  });
});

it.each([
  ['EUR', true],
  ['JPY', true],
  ['XYZ', false],
  ['eur', false],
  ['', false],
])('isCurrency for %j is %s', (code, expected) => expect(isCurrency(code)).toBe(expected));

it.each([
  [[], []],
  [['0.00'], ['rsvp']],
  [['5.00'], ['tickets']],
  [
    ['5.00', '0.00'],
    ['rsvp', 'tickets'],
  ],
])('the providers for the prices %j are %j', (prices, expected) => {
  expect(providers(prices.map((text) => price(text)))).toEqual(expected);
});
