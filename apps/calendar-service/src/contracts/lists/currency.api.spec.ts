import { readCalendarSettings } from '../../config';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

const CURRENCY = { CURRENCY_SYMBOL: '$', CURRENCY_CODE: 'cad', CURRENCY_POSITION: 'prefix' };

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar(CURRENCY);
});
afterAll(() => app.close());

const offer = (price: string, priceCurrency: string) => ({ '@type': 'Offer', price, priceCurrency });
const range = (lowPrice: string, highPrice: string, priceCurrency: string) => ({
  '@type': 'AggregateOffer',
  lowPrice,
  highPrice,
  priceCurrency,
});

describe('the cost of an event on a site with a currency', () => {
  it.each([
    ['23', '$23', '', ['23'], offer('23', 'CAD')],
    [23, '$23', '', ['23'], offer('23', 'CAD')],
    [['5', '25'], '$5 – $25', '', ['5', '25'], range('5', '25', 'CAD')],
    ['10–20 €', '10€ – 20€', '€', ['10', '20'], range('10', '20', 'EUR')],
    [['$5', '€6'], '$5 – €6', '', ['5', '6'], [offer('5', 'CAD'), offer('6', 'EUR')]],
    ['20 EUR', '20EUR', 'EUR', ['20'], offer('20', 'EUR')],
    ['0', 'Free', '', ['0'], offer('0', 'CAD')],
    ['Donation', 'Donation', '', ['donation'], { '@type': 'Offer', priceCurrency: 'CAD' }],
    ['', '', '', [], undefined],
  ])('given as %j is %s', async (sent, cost, symbol, values, offers) => {
    const { id } = await app.given.event({ cost: sent });
    const { body } = await app.api.get(`/events/${id}`);
    const expected = { cost, cost_details: { currency_symbol: symbol, currency_code: '', values } };
    expect(body).toMatchObject({ ...expected, json_ld: offers === undefined ? {} : { offers } });
    if (offers === undefined) expect(body).not.toHaveProperty('json_ld.offers');
    const list = await app.api.get(`/events?include=${id}&_fields=events.cost,events.cost_details`);
    expect(list.body).toMatchObject({ events: [expected] });
  });

  it('is derived from its tickets, each in its currency', async () => {
    const { id } = await app.given.event();
    await app.given.ticket({ price: 5 }, id);
    await app.given.ticket({ price: 20, currency: 'EUR' }, id);
    const { body } = await app.api.get(`/events/${id}`);
    expect(body).toMatchObject({ cost: '$5 – €20', json_ld: { offers: [offer('5', 'CAD'), offer('20', 'EUR')] } });
  });
});

it.each([
  [{ CURRENCY_CODE: 'XYZ' }, 'CURRENCY_CODE must be a currency code such as EUR'],
  [{ CURRENCY_SYMBOL: '5$' }, 'CURRENCY_SYMBOL must be at most 10 characters without digits, such as € or CHF'],
  [{ CURRENCY_POSITION: 'above' }, 'CURRENCY_POSITION must be one of prefix, postfix'],
])('the settings reject %j', (setting, complaint) => {
  expect(() => readCalendarSettings({ ...app.environment, ...setting })).toThrow(complaint);
});
