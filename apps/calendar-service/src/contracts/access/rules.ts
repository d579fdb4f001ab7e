import type { AccessRules, Kind, Thing } from '@almanac/testing';
import { NAMESPACE } from '../../config';
import {
  attendedEvent,
  type CalendarWorld,
  category,
  event,
  feed,
  imageFile,
  importRun,
  organizer,
  tag,
  trashed,
  venue,
} from './kinds';

const ROOT = `/${NAMESPACE}`;
type Rules = AccessRules<CalendarWorld>;

/** All callers may list public records. */
const LIST = { isPublic: true };
/** Hidden records are refused with 403 even to anonymous callers (calendar-behaviour §5.2, §6.1). */
const READ = { isPublic: true, hidden: 403 };
/** The guard admits anonymous callers, because parameters are judged before rights. */
const WRITE = { isPublic: true };

const changes = (
  path: string,
  on: Kind<CalendarWorld>,
  [update, remove]: readonly [string | string[], string | string[]],
): Rules => ({
  [`POST ${path}`]: { ...WRITE, on, needs: update, body: () => ({}) },
  [`PUT ${path}`]: { ...WRITE, on, needs: update, body: () => ({}) },
  [`PATCH ${path}`]: { ...WRITE, on, needs: update, body: () => ({}) },
  [`DELETE ${path}`]: { ...WRITE, on, needs: remove },
});

/** The routes of events, venues and organizers. */
function records(
  name: 'event' | 'venue' | 'organizer',
  on: Kind<CalendarWorld>,
  body: object,
  query: (thing: Thing) => string,
): Rules {
  const path = `${ROOT}/${name}s`;
  const needs = [`${name}-update`, `${name}-delete`] as const;
  return {
    // The feed lists a change once no older transaction runs, at no fixed time; other tests cover its content for each caller.
    [`GET ${path}/changes`]: LIST,
    [`GET ${path}`]: { ...LIST, on, query },
    [`POST ${path}`]: { ...WRITE, needs: `${name}-create`, body: () => body },
    [`GET ${path}/by-slug/:slug`]: { ...READ, on },
    ...changes(`${path}/by-slug/:slug`, on, needs),
    [`GET ${path}/:id`]: { ...READ, on },
    ...changes(`${path}/:id`, on, needs),
    [`POST ${path}/:id/restore`]: { ...WRITE, on: trashed(`${name}s`, on), needs: `${name}-delete` },
  };
}

/** The routes of categories and tags. Their writers also need the right to change events. */
function terms(path: string, on: Kind<CalendarWorld>, right: string): Rules {
  const needs = ['event-update', right];
  return {
    [`GET ${path}`]: { ...LIST, on, query: ({ id }) => `hide_empty=false&include=${String(id)}` },
    [`POST ${path}`]: { ...WRITE, needs, body: () => ({ name: `Made at ${performance.now()}` }) },
    [`GET ${path}/:id`]: { ...READ, on },
    ...changes(`${path}/:id`, on, [needs, needs]),
  };
}

const [ATTENDED, ARRIVED] = [attendedEvent(), attendedEvent(true)];
const TICKETS = `${ROOT}/events/:id/tickets`;
const ATTENDEES = `${ROOT}/events/:id/attendees`;

/** All readers of an event may attend it; only callers who may change it see the attendees. */
const ATTENDANCE: Rules = {
  [`GET ${TICKETS}`]: { ...READ, on: ATTENDED },
  [`POST ${TICKETS}`]: { ...WRITE, on: ATTENDED, needs: 'event-update', body: () => ({ name: 'New' }), success: 201 },
  [`GET ${TICKETS}/:ticketId`]: { ...READ, on: ATTENDED },
  ...changes(`${TICKETS}/:ticketId`, ATTENDED, ['event-update', 'event-update']),
  [`DELETE ${TICKETS}/:ticketId`]: { ...WRITE, on: ATTENDED, needs: 'event-update', query: () => 'force=true' },
  // Every known caller sees the places that they booked: here, none.
  [`GET ${ATTENDEES}`]: { on: ATTENDED },
  [`GET ${ATTENDEES}/csv`]: { on: ATTENDED },
  [`POST ${ATTENDEES}`]: {
    ...READ,
    on: ATTENDED,
    body: () => ({ name: 'New', email: 'new@example.test' }),
    success: 201,
  },
  [`GET ${ATTENDEES}/:attendeeId`]: { ...WRITE, on: ATTENDED, needs: 'event-update' },
  [`DELETE ${ATTENDEES}/:attendeeId`]: { ...WRITE, on: ATTENDED, needs: 'event-update' },
  [`POST ${ATTENDEES}/:attendeeId/check-in`]: { ...WRITE, on: ATTENDED, needs: 'event-update' },
  [`DELETE ${ATTENDEES}/:attendeeId/check-in`]: { ...WRITE, on: ARRIVED, needs: 'event-update' },
};

const bySearch = ({ name }: Thing): string => `per_page=50&search=${name}`;
const DAY = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };

/** Feeds are visible to their owner only; for other callers they do not exist. */
const NOT_THEIRS = { viewer: 404, editor: 404, admin: 404 };

function calendarFile(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n']), 'none.ics');
  return form;
}

/** Pages for browsers. These callers ask for JSON, and get the answer of an unknown address. */
const HIDDEN_PAGE = { isPublic: true, success: 404, except: { 'no access-api': 404 } };

/** The pages about venues, organizers, categories and tags, and about attendees, which `features/site/managing` tests. */
const MANAGING: Rules = Object.fromEntries(
  [
    ...['venues', 'organizers', 'categories', 'tags', 'attendees/:id/csv', 'attendees/:id/cancel/:attendeeId'].map(
      (list) => `GET /events/community/${list}`,
    ),
    ...['venue', 'organizer', 'category', 'tag']
      .flatMap((noun) => [`add/${noun}`, `edit/${noun}/:id`, `delete/${noun}/:id`])
      .concat('attendees/:id')
      .flatMap((page) => [`GET /events/community/${page}`, `POST /events/community/${page}`]),
  ].map((route) => [route, { ...HIDDEN_PAGE, params: { id: '1', attendeeId: '1' } }]),
);

/** The access rules: every route has one (docs/contributing.md, "A new route"). */
export const ACCESS_RULES: Rules = {
  'GET /healthz': { isPublic: true },
  'GET /readyz': { isPublic: true },
  'GET /events': HIDDEN_PAGE,
  'GET /internal/next-events': { isPublic: true },
  // Callers without the service secret.
  'GET /internal/jobs': { isPublic: true, success: 404 },
  'POST /internal/jobs/:jobId/retry': { isPublic: true, success: 404, params: { jobId: '1' } },
  'GET /events/embed': HIDDEN_PAGE,
  'GET /events/category/:slug': HIDDEN_PAGE,
  'GET /events/tag/:slug': HIDDEN_PAGE,
  'GET /events/sitemap.xml': { isPublic: true },
  'GET /events/feed.atom': { isPublic: true },
  'GET /event': HIDDEN_PAGE,
  'GET /venue': HIDDEN_PAGE,
  'GET /venue/:slug': HIDDEN_PAGE,
  'GET /organizer': HIDDEN_PAGE,
  'GET /organizer/:slug': HIDDEN_PAGE,
  'GET /event/:slug': HIDDEN_PAGE,
  'GET /event/:slug/event.ics': HIDDEN_PAGE,
  'GET /event/:slug/password': HIDDEN_PAGE,
  'POST /event/:slug/password': HIDDEN_PAGE,
  'GET /event/:slug/places': HIDDEN_PAGE,
  'POST /event/:slug/places': HIDDEN_PAGE,
  'GET /event/:slug/places/:id': HIDDEN_PAGE,
  'POST /event/:slug/places/:id': HIDDEN_PAGE,
  ...Object.fromEntries(
    ['add', 'edit/event/:id', 'copy/event/:id', 'delete/event/:id', 'tickets/:id', 'tickets/:id/:ticketId'].flatMap(
      (form) => ['GET', 'POST'].map((method) => [`${method} /events/community/${form}`, HIDDEN_PAGE]),
    ),
  ),
  'POST /events/community/tickets/:id/:ticketId/delete': HIDDEN_PAGE,
  'POST /events/community/text-blocks': HIDDEN_PAGE,
  'POST /events/community/text-images': HIDDEN_PAGE,
  'POST /events/community/dates/:id': HIDDEN_PAGE,
  'GET /events/community/list': HIDDEN_PAGE,
  'POST /events/community/restore/event/:id': HIDDEN_PAGE,
  ...MANAGING,
  'GET /events/list': HIDDEN_PAGE,
  'GET /events/month': HIDDEN_PAGE,
  'GET /events/month/:month': HIDDEN_PAGE,
  'GET /events/week': HIDDEN_PAGE,
  'GET /events/week/:day': HIDDEN_PAGE,
  'GET /events/today': HIDDEN_PAGE,
  'GET /events/day': HIDDEN_PAGE,
  'GET /events/day/:day': HIDDEN_PAGE,
  'GET /events/:day': HIDDEN_PAGE,
  [`GET ${ROOT}`]: LIST,
  [`GET ${ROOT}/doc`]: LIST,
  [`GET ${ROOT}/events.ics`]: { ...LIST, on: event, query: ({ id }) => `include=${String(id)}` },
  [`GET ${ROOT}/events/:id.ics`]: { ...READ, on: event },
  [`GET ${ROOT}/feeds`]: {},
  [`POST ${ROOT}/feeds`]: { body: () => ({ name: 'Mine' }) },
  [`GET ${ROOT}/feeds/:token.ics`]: { isPublic: true, on: feed },
  [`DELETE ${ROOT}/feeds/:id`]: { on: feed, except: NOT_THEIRS },
  [`POST ${ROOT}/import`]: { isPublic: true, needs: 'event-create', success: 200, body: () => calendarFile() },
  [`GET ${ROOT}/import/:id`]: { on: importRun, except: { viewer: 404, editor: 404 } },
  [`DELETE ${ROOT}/import/:id`]: { on: importRun, except: { viewer: 404, editor: 404 } },
  [`GET ${ROOT}/venues/:id.ics`]: { ...READ, on: venue },
  [`GET ${ROOT}/organizers/:id.ics`]: { ...READ, on: organizer },
  [`GET ${ROOT}/categories/:id.ics`]: { ...READ, on: category },
  ...records('event', event, { title: 'New', ...DAY }, ({ id }) => `include=${String(id)}`),
  [`GET ${ROOT}/events/:id/occurrences`]: { ...READ, on: event },
  ...ATTENDANCE,
  ...records('venue', venue, { venue: 'New' }, bySearch),
  ...records('organizer', organizer, { organizer: 'New' }, bySearch),
  ...terms(`${ROOT}/categories`, category, 'event-category-manage'),
  ...terms(`${ROOT}/tags`, tag, 'event-tag-manage'),
  [`GET ${ROOT}/uploads/images/:month/:file`]: { ...LIST, on: imageFile },
};
