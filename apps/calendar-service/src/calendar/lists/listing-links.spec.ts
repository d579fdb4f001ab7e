import { linksHeader, listingLinks } from './listing-links';

const base = 'https://x.test/calendar/events/v1/events';
const window = { start_date: '2027-02-01 00:00:00', end_date: '2027-03-01 23:59:59' };
const dates = 'start_date=2027-02-01+00%3A00%3A00&end_date=2027-03-01+23%3A59%3A59';

it.each([
  ['the first of one', 1, 1, { rest_url: `${base}/?page=1&per_page=2&${dates}` }],
  ['the first of an empty list', 1, 0, { rest_url: `${base}/?page=1&per_page=2&${dates}` }],
  [
    'the first of three',
    1,
    3,
    { rest_url: `${base}/?page=1&per_page=2&${dates}`, next_rest_url: `${base}/?per_page=2&${dates}&page=2` },
  ],
  [
    'the second of three',
    2,
    3,
    {
      rest_url: `${base}/?page=2&per_page=2&${dates}`,
      next_rest_url: `${base}/?per_page=2&${dates}&page=3`,
      previous_rest_url: `${base}/?per_page=2&${dates}`,
    },
  ],
  [
    'the last of three',
    3,
    3,
    { rest_url: `${base}/?page=3&per_page=2&${dates}`, previous_rest_url: `${base}/?per_page=2&${dates}&page=2` },
  ],
  [
    'just beyond',
    4,
    3,
    { rest_url: `${base}/?page=4&per_page=2&${dates}`, previous_rest_url: `${base}/?per_page=2&${dates}&page=3` },
  ],
  [
    'far beyond',
    9,
    3,
    { rest_url: `${base}/?page=9&per_page=2&${dates}`, previous_rest_url: `${base}/?per_page=2&${dates}&page=8` },
  ],
])('listingLinks returns the links of page %s', (_, page, totalPages, links) => {
  expect(listingLinks(base, window, { page, perPage: 2, totalPages })).toEqual(links);
});

it('listingLinks keeps and encodes every parameter', () => {
  const parameters = {
    search: 'Fair 0 & <b>"50 %"</b>',
    featured: false,
    categories: ['talks', 4],
    tags: ['One, Two', 'x'],
    venue: [4, 5],
    organizer: [],
    status: undefined,
    strict_dates: 'true',
  };
  const { next_rest_url } = listingLinks(`${base}/`, parameters, { page: 1, perPage: 50, totalPages: 2 });
  expect(next_rest_url).toMatch(/^https:\/\/x\.test\/calendar\/events\/v1\/events\/\?[\w=&%+.*-]+$/);
  expect([...new URL(next_rest_url ?? '').searchParams]).toEqual([
    ['per_page', '50'],
    ['search', 'Fair 0 & <b>"50 %"</b>'],
    ['featured', 'false'],
    ['categories', 'talks,4'],
    ['tags[]', 'One, Two'],
    ['tags[]', 'x'],
    ['venue', '4,5'],
    ['strict_dates', 'true'],
    ['page', '2'],
  ]);
});

it('linksHeader returns the links as Link header', () => {
  const at = (page: number) => linksHeader(listingLinks(base, {}, { page, perPage: 2, totalPages: 3 }));
  expect(at(2)).toBe(`<${base}/?per_page=2&page=3>; rel="next", <${base}/?per_page=2>; rel="prev"`);
  expect(at(3)).toBe(`<${base}/?per_page=2&page=2>; rel="prev"`);
  expect(linksHeader({ rest_url: base })).toBeUndefined();
});

it('linksHeader has only the next page when the query is long, and nothing when even that is too long', () => {
  const withQuery = (characters: number) =>
    linksHeader(listingLinks(base, { search: 'x'.repeat(characters) }, { page: 2, perPage: 2, totalPages: 3 }));
  expect(withQuery(5_000)).toMatch(/rel="next".*rel="prev"/);
  expect(withQuery(10_000)).toMatch(/^<[^>]+&page=3>; rel="next"$/);
  expect(withQuery(15_000)).toBeUndefined();
});
