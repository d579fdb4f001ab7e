import { readAmounts, readCost } from './cost';

const NONE = { symbol: '', code: 'USD', position: 'prefix' } as const;

/** cost, symbol, position, values */
type Row = [input: unknown, cost: string, symbol: string, position: string, values: string[]];

const shown = (input: unknown): Row => {
  const { cost, currency_symbol, currency_position, values } = readCost(input, NONE);
  return [input, cost, currency_symbol, currency_position, [...values]];
};

it.each<Row>([
  ['$20', '$20', '$', 'prefix', ['20']],
  ['20$', '20$', '$', 'postfix', ['20']],
  ['€15', '€15', '€', 'prefix', ['15']],
  ['15€', '15€', '€', 'postfix', ['15']],
  ['£5.50', '£5.50', '£', 'prefix', ['5.50']],
  ['$12.50', '$12.50', '$', 'prefix', ['12.50']],
  [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', ['0', '20', '30']],
  [['$10', '$20'], '$10 – $20', '$', 'prefix', ['10', '20']],
  [['$30', '$5', '$12'], '$5 – $30', '$', 'prefix', ['5', '12', '30']],
  [['$10'], '$10', '$', 'prefix', ['10']],
  [['$10', '$10'], '$10', '$', 'prefix', ['10']],
  [['€5', '€7.50'], '€5 – €7.50', '€', 'prefix', ['5', '7.50']],
  ['Donation', 'Donation', '', '', ['donation']],
  ['Pay what you want', 'Pay what you want', '', '', ['pay-what-you-want']],
  ['Free', 'Free', '', '', ['free']],
  ['$0', 'Free', '$', 'prefix', ['0']],
  [['$0'], 'Free', '$', 'prefix', ['0']],
  [['0'], 'Free', '', '', ['0']],
  ['0', 'Free', '', '', ['0']],
  [0, 'Free', '', '', ['0']],
  ['0.00', 'Free', '', '', ['0.00']],
  ['', '', '', '', []],
  [undefined, '', '', '', []],
  [null, '', '', '', []],
  [[], '', '', '', []],
  [10, '10', '', '', ['10']],
  ['10', '10', '', '', ['10']],
  ['10.50', '10.50', '', '', ['10.50']],
  ['12.5', '12.5', '', '', ['12.5']],
  [['5', '25'], '5 – 25', '', '', ['5', '25']],
  [[10, 20, 5], '5 – 20', '', '', ['5', '10', '20']],
  [['0', '10'], 'Free – 10', '', '', ['0', '10']],
  ['20 €', '20€', '€', 'postfix', ['20']],
  ['20 EUR', '20EUR', 'EUR', 'postfix', ['20']],
  ['<b>5</b>', '5', '', '', ['5']],
  ['-5', '-5', '-', 'prefix', ['5']],
  ['5-20', '5 – 20', '', '', ['5', '20']],
  ['5 - 20', '5 – 20', '', '', ['5', '20']],
  [['$5', '€6'], '$5 – €6', '', '', ['5', '6']],
  [['$5', '6€', '7'], '$5 – 7', '', '', ['5', '6', '7']],
  [['10', '20 €'], '10 – 20€', '', '', ['10', '20']],
  [['Free', '30'], '30', '', '', ['free', '30']],
  [{ a: '5' }, '5', '', '', ['5']],
  [true, '1', '', '', ['1']],
])('readCost shows %j as the reference does: %j', (...row) => expect(shown(row[0])).toEqual(row));

describe('thousands and decimals', () => {
  it.each<Row>([
    ['1,234', '1,234', '', '', ['1234']],
    ['$1,234', '$1,234', '$', 'prefix', ['1234']],
    ['$1,234.50', '$1,234.50', '$', 'prefix', ['1234.50']],
    ['1.234,50€', '1.234,50€', '€', 'postfix', ['1234.50']],
    ['1,234,567', '1,234,567', '', '', ['1234567']],
    ['1.234.567,8', '1.234.567,8', '', '', ['1234567.8']],
    ['12345.678', '12345.678', '', '', ['12345.678']],
    ['5,50€', '5,50€', '€', 'postfix', ['5.50']],
    ['0,500', '0,500', '', '', ['0.500']],
    ['$.50', '$.50', '$', 'prefix', ['0.50']],
    ['1.2.3', '1.2.3', '', '', ['1-2-3']],
  ])('are read from %j as %j', (...row) => expect(shown(row[0])).toEqual(row));
});

describe('several prices in one text', () => {
  it.each<Row>([
    ['$10,$30', '$10 – $30', '$', 'prefix', ['10', '30']],
    ['0,10,20', 'Free – 20', '', '', ['0', '10', '20']],
    ['10, 20', '10 – 20', '', '', ['10', '20']],
    ['0.50,1.00', '0.50 – 1.00', '', '', ['0.50', '1.00']],
    ['5€–7,50€', '5€ – 7,50€', '€', 'postfix', ['5', '7.50']],
    ['$5 to $20', '$5 – $20', '$', 'prefix', ['5', '20']],
    ['5€ / 8€', '5€ – 8€', '€', 'postfix', ['5', '8']],
    ['10–20 €', '10€ – 20€', '€', 'postfix', ['10', '20']],
    ['10-20 EUR', '10EUR – 20EUR', 'EUR', 'postfix', ['10', '20']],
    ['$10-20', '$10 – $20', '$', 'prefix', ['10', '20']],
    ['0–20 €', 'Free – 20€', '€', 'postfix', ['0', '20']],
    ['$5–6 €', '$5 – 6€', '', '', ['5', '6']],
    ['10–20 per person', '10 – 20per person', '', '', ['10', '20']],
    ['Fr.20', 'Fr.20', 'Fr.', 'prefix', ['20']],
  ])('are read from %j as %j', (...row) => expect(shown(row[0])).toEqual(row));
});

describe('words', () => {
  it.each<Row>([
    ['From $20', 'From $20', 'From $', 'prefix', ['20']],
    ['20 per person', '20per person', 'per person', 'postfix', ['20']],
    ['Suggested donation 20', 'Suggested donation20', 'Suggested donation', 'prefix', ['20']],
    ['$20 (members $10)', '$20 (members $10)', '', '', ['20-members-10']],
    ['Adults 10, children free', 'Adults 10, children free', '', '', ['adults-10-children-free']],
    ['10€ per person', '10€ per person', '€ per person', 'postfix', ['10']],
    ['donation of $5', 'donation of $5', 'donation of $', 'prefix', ['5']],
    ['up to $20', 'up to $20', 'up to $', 'prefix', ['20']],
    [['Donation', 'Donation'], 'Donation', '', '', ['donation']],
  ])('are read from %j as %j', (...row) => expect(shown(row[0])).toEqual(row));
});

describe('the cost on a site with a currency', () => {
  const DOLLAR = { symbol: '$', code: 'CAD', position: 'prefix' } as const;
  const EURO = { symbol: '€', code: 'EUR', position: 'postfix' } as const;

  it.each([
    ['23', DOLLAR, '$23', ''],
    [['5', '25'], EURO, '5€ – 25€', ''],
    [['$10', '20$'], DOLLAR, '$10 – $20', '$'],
    [['$10', '20$'], EURO, '10$ – 20$', '$'],
    [['0', '10'], DOLLAR, 'Free – $10', ''],
    ['10£', DOLLAR, '10£', '£'],
    ['10–20 €', DOLLAR, '10€ – 20€', '€'],
    [['$5', '€6'], EURO, '$5 – €6', ''],
    [['10', '£20'], DOLLAR, '$10 – £20', ''],
    ['Donation', DOLLAR, 'Donation', ''],
  ] as const)('of %j with %j is %s', (input, site, cost, symbol) => {
    expect(readCost(input, site)).toMatchObject({ cost, currency_symbol: symbol });
  });

  it.each([
    ['23', ['23 CAD']],
    ['$23', ['23 CAD']],
    ['US$23', ['23 USD']],
    ['20 SEK', ['20 SEK']],
    ['From €20', ['20 EUR']],
    ['20 per person', ['20 CAD']],
    ['10–20 €', ['10 EUR', '20 EUR']],
    [
      ['0', '20 €'],
      ['0 EUR', '20 EUR'],
    ],
    [
      ['$5', '€5', '£6'],
      ['5 CAD', '5 EUR', '6 GBP'],
    ],
    ['Free', ['0 CAD']],
    [['Free', '30'], ['30 CAD']],
    ['Donation', []],
    ['', []],
  ])('of %j has the amounts %j', (input, amounts) => {
    expect(readAmounts(input, DOLLAR).map(({ value, currency }) => `${value} ${currency}`)).toEqual(amounts);
  });
});
