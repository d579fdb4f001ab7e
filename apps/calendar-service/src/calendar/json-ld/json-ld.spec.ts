import { parseTimeZone, UTC } from '../time-zones/time-zone';
import { eventJsonLd, type EventRecord, personJsonLd, placeJsonLd } from './json-ld';

const hall = {
  name: 'North Hall',
  description: 'A large hall.',
  url: '',
  address: '1 North Street',
  city: 'Springfield',
  region: 'IL',
  zip: '62701',
  country: 'United States',
  phone: '555-0100',
  website: 'http://north.example.test/',
};
const nowhere = {
  name: 'Draft Hall',
  description: '',
  url: '',
  address: '',
  city: '',
  region: '',
  zip: '',
  country: '',
  phone: '',
  website: '',
};
const ann = {
  name: 'Ann Example',
  description: 'Runs workshops.',
  phone: '555-0101',
  email: 'ann@example.test',
  website: 'http://ann.example.test/',
};

const event: EventRecord = {
  name: 'Full Event',
  description: 'A short line.',
  url: 'http://x.test/event/full-event-slug/',
  startUtc: new Date('2027-03-02T23:30:00Z'),
  endUtc: new Date('2027-03-03T02:00:00Z'),
  zone: parseTimeZone('America/New_York') ?? UTC,
};
const offersOf = (...amounts: [value: string, currency: string][]) => ({
  amounts: amounts.map(([value, currency]) => ({ value, currency })),
  siteCurrency: 'CHF',
  publishedAt: new Date('2026-11-01T09:00:00Z'),
});

it('eventJsonLd describes an event with all parts', () => {
  expect(
    eventJsonLd({
      ...event,
      image: 'http://x.test/full.png',
      venue: hall,
      organizer: ann,
      offers: offersOf(['12.50', 'USD']),
    }),
  ).toEqual({
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: 'Full Event',
    description: 'A short line.',
    image: 'http://x.test/full.png',
    url: 'http://x.test/event/full-event-slug/',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: '2027-03-02T18:30:00-05:00',
    endDate: '2027-03-02T21:00:00-05:00',
    location: {
      '@type': 'Place',
      name: 'North Hall',
      description: 'A large hall.',
      url: '',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 North Street',
        addressLocality: 'Springfield',
        addressRegion: 'IL',
        postalCode: '62701',
        addressCountry: 'United States',
      },
      telephone: '555-0100',
      sameAs: 'http://north.example.test/',
    },
    organizer: {
      '@type': 'Person',
      name: 'Ann Example',
      description: 'Runs workshops.',
      url: 'http://ann.example.test/',
      telephone: '555-0101',
      email: 'ann@example.test',
      sameAs: 'http://ann.example.test/',
    },
    offers: {
      '@type': 'Offer',
      price: '12.50',
      priceCurrency: 'USD',
      url: 'http://x.test/event/full-event-slug/',
      category: 'primary',
      availability: 'inStock',
      validFrom: '2026-11-01T00:00:00+00:00',
    },
    performer: 'Organization',
  });
});

it('eventJsonLd omits missing parts', () => {
  expect(Object.keys(eventJsonLd(event))).toEqual([
    '@context',
    '@type',
    'name',
    'description',
    'url',
    'eventAttendanceMode',
    'eventStatus',
    'startDate',
    'endDate',
    'performer',
  ]);
});

it.each([
  ['canceled', 'https://schema.org/EventCancelled'],
  ['postponed', 'https://schema.org/EventPostponed'],
] as const)('eventJsonLd returns the status of an event that is %s', (eventStatus, url) =>
  expect(eventJsonLd({ ...event, eventStatus }).eventStatus).toBe(url),
);

const one = (price: string, priceCurrency: string) => ({ '@type': 'Offer', price, priceCurrency });
const range = (lowPrice: string, highPrice: string, offerCount: number, priceCurrency: string) => ({
  '@type': 'AggregateOffer',
  lowPrice,
  highPrice,
  offerCount,
  priceCurrency,
});

it.each<[string, [string, string][], object]>([
  ['nothing', [['0.00', 'USD']], one('0', 'USD')],
  ['one price', [['5', 'EUR']], one('5', 'EUR')],
  [
    'a range',
    [
      ['5', 'EUR'],
      ['7.50', 'EUR'],
      ['25', 'EUR'],
    ],
    range('5', '25', 3, 'EUR'),
  ],
  [
    'places that are free or not',
    [
      ['20', 'EUR'],
      ['0', 'EUR'],
    ],
    range('0', '20', 2, 'EUR'),
  ],
  [
    'several currencies',
    [
      ['5', 'USD'],
      ['6', 'EUR'],
      ['7', 'EUR'],
    ],
    [one('5', 'USD'), range('6', '7', 2, 'EUR')],
  ],
])('eventJsonLd returns an offer for %s', (_, amounts, expected) =>
  expect(eventJsonLd({ ...event, offers: offersOf(...amounts) }).offers).toMatchObject(expected),
);

it('eventJsonLd returns an offer without a price in the currency of the site', () => {
  const { offers } = eventJsonLd({ ...event, offers: offersOf() });
  expect(offers).toMatchObject({ '@type': 'Offer', priceCurrency: 'CHF' });
  expect(offers).not.toHaveProperty('price');
});

it('placeJsonLd describes venues without an address and with coordinates', () => {
  expect(placeJsonLd(nowhere)).toMatchObject({ address: { '@type': 'PostalAddress' }, telephone: '', sameAs: '' });
  expect(Object.keys(placeJsonLd(nowhere).address)).toEqual(['@type']);
  expect(placeJsonLd({ ...hall, geo: { latitude: 1.5, longitude: -2 } })).toMatchObject({
    geo: { '@type': 'GeoCoordinates', latitude: 1.5, longitude: -2 },
  });
});

it('personJsonLd describes an organizer with an image', () => {
  expect(personJsonLd({ ...ann, image: 'http://x.test/ann.png' })).toMatchObject({
    '@type': 'Person',
    image: 'http://x.test/ann.png',
  });
});
