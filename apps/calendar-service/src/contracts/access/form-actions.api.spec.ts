import { formActionsIn, nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { visit } from '../../testing/page-visitors';
import { ACCESS_RULES } from './rules';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const FORMS = /^GET (\/events\/community\/[^ ]+)$/;

it('every form of the calendar is sent to a route of the access matrix', async () => {
  const editor = app.given.editor();
  const times = { start_date: '2041-05-08 10:00:00', end_date: '2041-05-08 11:00:00' };
  const links = { venue: (await app.given.venue()).id, organizer: (await app.given.organizer()).id };
  const event = await app.given.event({ title: 'Rowing', ...times, ...links, rrule: 'FREQ=WEEKLY;COUNT=3' }, editor);
  const ticket = await app.given.ticket({ name: 'Seat' }, event.id);
  const attendee = await app.given.attendee(ticket, { name: 'Ann' });
  const ids: Record<string, number> = {
    ...{ event: event.id, venue: links.venue, organizer: links.organizer },
    ...{ category: (await app.given.category()).id, tag: (await app.given.tag()).id },
    ...{ tickets: event.id, ':ticketId': ticket.id, attendees: event.id, cancel: attendee.id },
  };
  const addressOf = (route: string) => {
    const parts = route.split('/');
    return parts
      .map((part, index) => (part.startsWith(':') ? (ids[part] ?? ids[parts[index - 1] ?? '']) : part))
      .join('/');
  };
  const pages = Object.keys(ACCESS_RULES).flatMap((route) => FORMS.exec(route)?.[1] ?? []);
  const actions = new Set<string>();
  for (const path of [`/event/${event.slug}/places`, ...pages.map(addressOf)]) {
    const { status, text } = await visit(app, path, editor);
    expect([path, status]).toEqual([path, 200]);
    for (const action of formActionsIn(text, path)) actions.add(action);
  }
  // The forms of the layout belong to content-service.
  const own = nonEmpty([...actions]).filter((action) => /^\w+ \/events?\//.test(action));
  const rules = Object.keys(ACCESS_RULES).map((route) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`));
  expect(own.filter((action) => !rules.some((rule) => rule.test(action)))).toEqual([]);
  expect(actions).toContain('POST /events/community/add');
  expect(actions).toContain(`POST /events/community/edit/event/${event.id}`);
});
