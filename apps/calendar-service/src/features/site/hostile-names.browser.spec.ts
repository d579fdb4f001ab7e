import { HOSTILE_NAMES, type Misfits, testReaders, walkHostileSite } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { logIn } from '../../testing/page-visitors';

/** Pages, but neither files nor views with filters, which look like those without. */
const FOLLOWED = /^\/(?:events|event|venue|organizer)\b(?!.*(?:\.(?:ics|atom)|(?:categories|tags|venue|organizer)=))/;
const WRITTEN = /^\/events\/community\/(?!.*\/csv)/;
const MANY_TAGS = 60;
const TIMES = { start_date: '2041-05-08 10:00:00', end_date: '2041-05-08 11:00:00' };

/** One page of each is measured. */
const KINDS = [
  '/event/:name/',
  '/event/:name/?occurrence',
  '/event/:name/password',
  '/event/:name/places',
  '/events',
  '/events/',
  '/events/:date/',
  '/events/?past',
  '/events/category/:name/',
  '/events/category/:name/?past',
  '/events/community/add',
  '/events/community/add/category',
  '/events/community/add/organizer',
  '/events/community/add/tag',
  '/events/community/add/venue',
  '/events/community/attendees/:id',
  '/events/community/attendees/:id/cancel/:id',
  '/events/community/categories',
  '/events/community/copy/event/:name',
  '/events/community/delete/category/:name',
  '/events/community/delete/event/:name',
  '/events/community/delete/event/:name?occurrence_date',
  '/events/community/delete/event/:name?occurrence_date&scope',
  '/events/community/delete/event/:name?scope',
  '/events/community/delete/organizer/:name',
  '/events/community/delete/tag/:name',
  '/events/community/delete/venue/:name',
  '/events/community/edit/category/:name',
  '/events/community/edit/event/:name',
  '/events/community/edit/event/:name?occurrence_date',
  '/events/community/edit/event/:name?occurrence_date&scope',
  '/events/community/edit/event/:name?scope',
  '/events/community/edit/organizer/:name',
  '/events/community/edit/tag/:name',
  '/events/community/edit/venue/:name',
  '/events/community/list',
  '/events/community/organizers',
  '/events/community/tags',
  '/events/community/tickets/:id',
  '/events/community/tickets/:id/:id',
  '/events/community/venues',
  '/events/embed',
  '/events/month',
  '/events/month/:date/',
  '/events/tag/:name/',
  '/events/tag/:name/?past',
  '/events/today',
  '/events/week',
  '/events/week/:date/',
  '/organizer/:name/',
  '/organizer/:name/?past',
  '/venue/:name/',
  '/venue/:name/?past',
];

const openReader = testReaders();

/** The pages of a calendar with such names as a stranger sees them, and the forms of a member. */
async function hostileCalendar(judge: 'faults' | 'misfits', named: (word: string) => string): Promise<Misfits> {
  const app = await startCalendar({ BASE_URL: 'http://calendar.example' });
  try {
    const { starts, forms } = await fill(app, named);
    const member = await openReader(app.api.baseUrl);
    await logIn(member, app, app.given.editor());
    return {
      ...(await walkHostileSite(await openReader(app.api.baseUrl), starts, (path) => FOLLOWED.test(path), judge)),
      ...(await walkHostileSite(member, forms, (path) => WRITTEN.test(path), judge)),
    };
  } finally {
    await app.close();
  }
}

/** @returns pages that lead to all others, for strangers and for members */
async function fill({ given }: CalendarApp, named: (word: string) => string) {
  const description = `<p>${named('Text')}</p><pre>${named('Code')}</pre><ul><li>${named('Item')}</li></ul>`;
  const category = await given.category({ name: named('Workshops'), description: named('Learn') });
  const tags: number[] = [];
  for (let made = 0; made < MANY_TAGS; made += 1) tags.push((await given.tag({ name: named(`Tag ${made}`) })).id);
  const place = { address: named('Quay'), city: named('Port'), country: named('Land') };
  const venue = await given.venue({
    venue: named('Shed'),
    description,
    ...place,
    website: 'https://boats.example/',
    show_map_link: true,
  });
  const organizer = await given.organizer({
    organizer: named('Ann'),
    description,
    email: 'ann@boats.example',
    phone: '+39 02 555',
  });
  const links = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags };
  const all = { ...links, description, excerpt: named('Excerpt'), cost: named('Free'), show_map_link: true };
  const cancelled = { event_status: 'canceled', event_status_reason: named('Storm') };
  const event = await given.event({ title: named('Rowing'), ...TIMES, ...all, ...cancelled });
  await given.ticket({ name: named('Seat'), description: named('A seat'), capacity: 9 }, event.id);
  for (const word of ['Choir', 'Regatta', 'Lesson', 'Dance'])
    await given.event({ title: named(word), ...TIMES, ...all, rrule: 'FREQ=DAILY;COUNT=3' });
  const series = await given.event({ title: named('Walk'), ...TIMES, rrule: 'FREQ=DAILY;COUNT=3' });
  const locked = await given.event({ title: named('Club'), ...TIMES, password: 'oar' });
  // The list of events begins with this one.
  const ticket = await given.ticket({ name: named('Table') }, locked.id);
  for (const word of ['Bob', 'Cleo']) await given.attendee(ticket, { name: named(word), password: 'oar' });
  const starts = [
    `/event/${event.slug}/`,
    `/event/${locked.slug}/password`,
    '/events/month/2041-05/',
    '/events/embed',
    '/events/',
  ];
  const parts = ['edit', 'delete'].map(
    (form) => `/events/community/${form}/event/${series.id}?occurrence_date=2041-05-08`,
  );
  const lists = ['/events/community/list', '/events/community/venues', `/events/community/tickets/${event.id}`];
  return { starts, forms: [...lists, ...parts] };
}

describe.each(HOSTILE_NAMES)('the pages of a calendar with %s', (_kind, judge, named) => {
  it('fit on each screen, and are accessible', async () => {
    const found = await hostileCalendar(judge, named);
    expect(Object.fromEntries(Object.entries(found).filter(([, misfits]) => misfits.length > 0))).toEqual({});
    expect(Object.keys(found).sort()).toEqual(KINDS);
  });
});
