import { parseTimeZone, UTC } from '../../../calendar/time-zones/time-zone';
import { wallClock } from '../../../calendar/time-zones/wall-clock';
import { calendarLinks, subscription } from './add-to-calendar';
import { addressLines, mapLink, placeLine, ownTimes, timesOfReader } from './event-facts';

const seconds = (text: string): number => Date.parse(text) / 1_000;

/** 10:00 to 11:30 in Rome on a Thursday. */
const MEETING = {
  startsLocal: wallClock('2031-05-01 10:00:00'),
  endsLocal: wallClock('2031-05-01 11:30:00'),
  startsAt: seconds('2031-05-01T08:00:00Z'),
  endsAt: seconds('2031-05-01T09:30:00Z'),
  timezone: 'Europe/Rome',
  allDay: false,
};
const FAIR = {
  ...MEETING,
  startsLocal: wallClock('2031-05-01 00:00:00'),
  endsLocal: wallClock('2031-05-03 23:59:59'),
  allDay: true,
};
const zoneOf = (name: string) => parseTimeZone(name) ?? UTC;
const written = (times: ReturnType<typeof timesOfReader>) =>
  times && [times.start.text, times.end?.text, times.zone?.words];

describe('the times of an event', () => {
  it('are on its own clock, with the zone', () => {
    expect(ownTimes(MEETING)).toEqual({
      start: { datetime: '2031-05-01T10:00:00+02:00', text: 'Thursday, 1 May 2031, 10:00' },
      end: { datetime: '2031-05-01T11:30:00+02:00', text: '11:30' },
      zone: { words: 'Rome time (UTC+2)', name: 'Europe/Rome' },
    });
  });

  it('name the day of the end when it is another day', () => {
    const late = { ...MEETING, endsLocal: wallClock('2031-05-02 01:00:00'), endsAt: seconds('2031-05-01T23:00:00Z') };
    expect(written(ownTimes(late))).toEqual([
      'Thursday, 1 May 2031, 10:00',
      'Friday, 2 May 2031, 01:00',
      'Rome time (UTC+2)',
    ]);
  });

  it('have no end when the event lasts no time', () => {
    expect(written(ownTimes({ ...MEETING, endsAt: MEETING.startsAt }))).toEqual([
      'Thursday, 1 May 2031, 10:00',
      undefined,
      'Rome time (UTC+2)',
    ]);
  });

  it('are days for whole days', () => {
    expect(ownTimes(FAIR)).toEqual({
      start: { datetime: '2031-05-01', text: 'Thursday, 1 May 2031' },
      end: { datetime: '2031-05-03', text: 'Saturday, 3 May 2031' },
    });
    const oneDay = { ...FAIR, endsLocal: wallClock('2031-05-01 23:59:59') };
    expect(ownTimes(oneDay)).toEqual({ start: { datetime: '2031-05-01', text: 'Thursday, 1 May 2031' } });
  });

  it('are repeated on the clock of the reader when it differs', () => {
    expect(written(timesOfReader(MEETING, zoneOf('Asia/Tokyo')))).toEqual(['17:00', '18:30', 'Tokyo time (UTC+9)']);
    expect(written(timesOfReader(MEETING, zoneOf('America/Los_Angeles')))).toEqual([
      '01:00',
      '02:30',
      'Los Angeles time (UTC−7)',
    ]);
    expect(written(timesOfReader(MEETING, zoneOf('UTC-10')))).toEqual([
      'Wednesday, 30 April 2031, 22:00',
      '23:30',
      'UTC−10',
    ]);
    expect(timesOfReader(MEETING, zoneOf('Europe/Berlin'))).toBeUndefined();
    expect(timesOfReader(FAIR, zoneOf('Asia/Tokyo'))).toBeUndefined();
  });
});

describe('the place of an event', () => {
  const HALL = {
    name: 'Town Hall',
    address: '1 Main St',
    city: 'Springfield',
    zip: '12345',
    stateprovince: 'IL',
    country: 'United States',
    geoLat: null,
    geoLng: null,
  };
  const NOWHERE = { ...HALL, address: '', city: '', zip: '', stateprovince: '', country: '' };

  it('has address lines without empty parts', () => {
    expect(addressLines(HALL)).toEqual(['1 Main St', 'Springfield, IL 12345', 'United States']);
    expect(addressLines({ ...HALL, stateprovince: '', zip: '' })).toEqual([
      '1 Main St',
      'Springfield',
      'United States',
    ]);
    expect(addressLines(NOWHERE)).toEqual([]);
    expect(placeLine(HALL)).toBe('Town Hall, 1 Main St, Springfield, IL 12345, United States');
  });

  it('is on a map by coordinates, else by address', () => {
    expect(mapLink({ ...HALL, geoLat: 41.9, geoLng: -12.5 })).toBe(
      'https://www.openstreetmap.org/?mlat=41.9&mlon=-12.5#map=16/41.9/-12.5',
    );
    expect(mapLink(HALL)).toBe(
      'https://www.openstreetmap.org/search?query=1+Main+St%2C+Springfield%2C+IL+12345%2C+United+States',
    );
    expect(mapLink(NOWHERE)).toBeUndefined();
  });
});

describe('links to other calendars', () => {
  const ENTRY = { ...MEETING, title: 'Tea & cake', rrule: null, location: 'Town Hall', details: 'Come!' };
  const parametersOf = (entry: Parameters<typeof calendarLinks>[0], name: string) => {
    const found = calendarLinks(entry).find((link) => link.name === name);
    return Object.fromEntries(new URL(found?.url ?? '').searchParams);
  };

  it('fill in the form of Google', () => {
    expect(parametersOf({ ...ENTRY, rrule: 'FREQ=WEEKLY' }, 'Google Calendar')).toEqual({
      action: 'TEMPLATE',
      text: 'Tea & cake',
      dates: '20310501T100000/20310501T113000',
      ctz: 'Europe/Rome',
      location: 'Town Hall',
      details: 'Come!',
      recur: 'RRULE:FREQ=WEEKLY',
    });
    expect(parametersOf({ ...ENTRY, ...FAIR }, 'Google Calendar')).toMatchObject({ dates: '20310501/20310504' });
  });

  it.each(['Outlook', 'Microsoft 365'])('fill in the form of %s', (name) => {
    expect(parametersOf(ENTRY, name)).toMatchObject({
      rru: 'addevent',
      subject: 'Tea & cake',
      startdt: '2031-05-01T10:00:00+02:00',
      enddt: '2031-05-01T11:30:00+02:00',
      allday: 'false',
      location: 'Town Hall',
      body: 'Come!',
    });
    expect(parametersOf({ ...ENTRY, ...FAIR }, name)).toMatchObject({
      startdt: '2031-05-01',
      enddt: '2031-05-04',
      allday: 'true',
    });
  });

  it('shorten long texts', () => {
    expect(parametersOf({ ...ENTRY, details: 'x'.repeat(10_000) }, 'Google Calendar')['details']).toHaveLength(601);
  });

  it('lead to subscriptions by webcal', () => {
    expect(subscription('https://site.example/events.ics')).toBe('webcal://site.example/events.ics');
    expect(subscription('http://localhost:8080/events.ics')).toBe('webcal://localhost:8080/events.ics');
  });
});
