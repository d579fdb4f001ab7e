const NS = '/calendar/events/v1';
const DAY = { start_date: '2041-05-01 10:00:00', end_date: '2041-05-01 11:00:00' };
const create = (id, json, more = {}) => ({
  id,
  method: 'POST',
  path: `${NS}/events`,
  json: { ...DAY, ...json },
  expectStatus: 201,
  ...more,
});
const YEAR = 'start_date=2041-01-01&end_date=2041-12-31';

export default {
  name: 'own-calendar-events',
  steps: [
    create(
      'venue-and-cost',
      { title: 'Own one', venue: { venue: 'Own hall' }, cost: '$10', timezone: 'Europe/Rome' },
      {
        save: { event: 'id' },
        alsoBody: {
          title: 'Own one',
          'venue.venue': 'Own hall',
          utc_start_date: '2041-05-01 08:00:00',
          'cost_details.values': ['10'],
          all_day: false,
        },
      },
    ),
    create(
      'all-day',
      { title: 'Own two', all_day: true, start_date: '2041-06-01', end_date: '2041-06-01' },
      { alsoBody: { all_day: true, start_date: '2041-06-01 00:00:00' } },
    ),
    create('draft', { title: 'Own draft', status: 'draft' }, { save: { draft: 'id' } }),
    create('no-title', {}, { expectStatus: 400, alsoBody: { code: 'rest_missing_callback_param' } }),
    create(
      'bad-date',
      { title: 'Own bad', start_date: 'before my birthday' },
      { expectStatus: 400, alsoBody: { code: 'rest_invalid_param' } },
    ),
    create('stranger', { title: 'Own none' }, { as: 'stranger', expectStatus: 401 }),
    { id: 'read', path: `${NS}/events/{{event}}`, as: 'stranger', alsoBody: { title: 'Own one', status: 'publish' } },
    {
      id: 'draft-hidden',
      path: `${NS}/events/{{draft}}`,
      as: 'stranger',
      expectStatus: 403,
      alsoBody: { code: 'event-not-accessible' },
    },
    { id: 'missing', path: `${NS}/events/99999999`, as: 'stranger', expectStatus: 404 },
    {
      id: 'list',
      path: `${NS}/events?${YEAR}`,
      as: 'stranger',
      alsoBody: { 'events.*.title': ['Own one', 'Own two'], total: 2, '@header.x-tec-total': '2' },
    },
    {
      id: 'page',
      path: `${NS}/events?${YEAR}&per_page=1&page=2`,
      as: 'stranger',
      alsoBody: { 'events.*.title': ['Own two'], total_pages: 2 },
    },
    {
      id: 'beyond',
      path: `${NS}/events?${YEAR}&page=9`,
      as: 'stranger',
      expectStatus: 404,
      alsoBody: { code: 'event-archive-page-not-found' },
    },
    { id: 'bad-page', path: `${NS}/events?page=foo`, as: 'stranger', expectStatus: 400 },
    {
      id: 'update',
      method: 'PUT',
      path: `${NS}/events/{{event}}`,
      json: { title: 'Own new' },
      alsoBody: { title: 'Own new', start_date: DAY.start_date },
    },
    {
      id: 'not-my-own',
      method: 'PUT',
      path: `${NS}/events/{{event}}`,
      as: 'writer',
      json: { title: 'x' },
      expectStatus: 403,
    },
    { id: 'delete', method: 'DELETE', path: `${NS}/events/{{event}}`, alsoBody: { status: 'trash' } },
    { id: 'deleted', path: `${NS}/events/{{event}}`, as: 'stranger', expectStatus: 403 },
    { id: 'shorter-list', path: `${NS}/events?${YEAR}`, as: 'stranger', alsoBody: { total: 1 } },
  ],
};
