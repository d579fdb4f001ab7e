import { type Reader, testReaders, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import { logIn } from '../../../testing/page-visitors';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsprüfung';

const openReader = testReaders();

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar({ BASE_URL: 'http://calendar.example' });
});
afterAll(() => app.close());

let reader: Reader;

/** Opens a browser in which this member is logged in. */
async function sitDown(member: Person, scripts = true): Promise<void> {
  reader = await openReader(app.api.baseUrl, scripts);
  await logIn(reader, app, member);
}

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an organizer of events with a browser %s', (how, scripts) => {
  it('makes, finds, changes and deletes a venue', async () => {
    await sitDown(app.given.editor(), scripts);
    await reader.open('/events/community/venues');
    await reader.press('New venue', 'link');
    expect(await reader.faults('managing-venue-new')).toEqual([]);
    const name = `Shed ${how}`;
    await reader.fill({ Name: name, 'Address (optional)': '1 Quay Street', 'City (optional)': LONG });
    await reader.press('Create the venue');
    expect(await reader.text()).toContain('The venue is created.');
    expect(await reader.faults('managing-venue')).toEqual([]);
    await reader.press('Edit', 'link');
    await reader.fill({ Name: 'x'.repeat(1_001), 'Phone (optional)': '+39 02 555' });
    await reader.press('Save the venue');
    expect(await reader.text()).toContain('Name must be at most 1000 characters long.');
    expect(await reader.faults('managing-venue-refused')).toEqual([]);
    await reader.fill({ Name: `${name} II` });
    await reader.press('Save the venue');
    expect(await reader.text()).toContain('The venue is saved.');
    expect(await reader.text('.facts')).toContain('+39');
    await reader.open('/events/community/venues');
    await reader.fill({ 'Search venues': how });
    await reader.press('Find');
    expect(await reader.text('tbody')).toContain(`${name} II`);
    expect(await reader.faults('managing-venues')).toEqual([]);
    await reader.press(`Delete ${name} II`, 'link');
    expect(await reader.faults('managing-delete')).toEqual([]);
    await reader.press('Delete the venue');
    expect(await reader.text()).toContain(`The venue “${name} II” is deleted.`);
  });

  it.each([
    ['Organizers', 'organizer'],
    ['Categories', 'category'],
    ['Tags', 'tag'],
  ])('makes one of the %s', async (tab, noun) => {
    await sitDown(app.given.editor(), scripts);
    await reader.open('/events/community/venues');
    await reader.press(tab, 'link');
    expect(await reader.faults(`managing-none-${noun}`)).toEqual([]);
    await reader.press(`New ${noun}`, 'link');
    expect(await reader.faults(`managing-new-${noun}`)).toEqual([]);
    await reader.fill({ Name: `${noun} ${how}`, 'Description (optional)': 'First line' });
    await reader.press(`Create the ${noun}`);
    expect(await reader.text('h1')).toBe(`${noun} ${how}`);
    expect(await reader.text()).toContain('First line');
    expect(await reader.faults(`managing-${noun}`)).toEqual([]);
  });

  it('checks attendees in and cancels a place', async () => {
    const event = await app.given.event({ title: `Rowing ${how}` });
    const ticket = await app.given.ticket({ name: 'Seat' }, event.id);
    for (const name of ['Ann', 'Bob', LONG]) await app.given.attendee(ticket, { name });
    await sitDown(app.given.editor(), scripts);
    await reader.open(`/event/${event.slug}/`);
    await reader.press('Attendees', 'link');
    expect(await reader.faults('managing-attendees')).toEqual([]);
    await reader.press('Check in Ann');
    expect(await reader.text()).toContain('Ann has arrived.');
    expect(await reader.text()).toContain('3 places are taken, 1 arrived.');
    await reader.press('Undo Ann');
    expect(await reader.text()).toContain('Ann has not arrived.');
    await reader.fill({ 'Search name or e-mail': 'Bob' });
    await reader.press('Find');
    await reader.press('Cancel Bob', 'link');
    expect(await reader.faults('managing-cancel')).toEqual([]);
    await reader.press('Cancel the place');
    expect(await reader.text()).toContain('Bob no longer has a place.');
    expect(await reader.faults('managing-attendees-later')).toEqual([]);
  });
});

describe('an organizer of events with a keyboard alone', () => {
  const write = async (name: string, text: string) => {
    await reader.tabTo(name);
    await reader.page.keyboard.type(text);
  };

  it('makes and deletes an organizer, and checks an attendee in', async () => {
    const ticket = await app.given.ticket();
    await app.given.attendee(ticket, { name: 'Cleo' });
    await sitDown(app.given.editor());
    await reader.open('/events/community/organizers');
    await reader.tabTo('New organizer');
    await reader.enter();
    await write('Name', 'Keys');
    await write('E-mail', 'keys@boats.example');
    await reader.enter();
    expect(await reader.text()).toContain('The organizer is created.');
    await reader.tabTo('Delete');
    await reader.enter();
    await reader.tabTo('Delete the organizer');
    await reader.enter();
    expect(await reader.text()).toContain('The organizer “Keys” is deleted.');
    await reader.open(`/events/community/attendees/${ticket.event}`);
    await reader.tabTo('Check in');
    await reader.enter();
    expect(await reader.text()).toContain('Cleo has arrived.');
  });
});
