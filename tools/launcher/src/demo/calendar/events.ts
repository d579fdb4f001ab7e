/** An event as the API accepts it, but with names instead of ids of its venue, organizer and categories. */
export interface DemoEvent {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  /** Local time of the event, `YYYY-MM-DD hh:mm:ss`. */
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone?: string;
  readonly all_day?: boolean;
  readonly cost?: string;
  readonly website?: string;
  readonly featured?: boolean;
  readonly tags: readonly string[];
  readonly venue: string;
  readonly organizer: string;
  readonly categories: readonly string[];
}

/** Days from today or the kind's weekday, start and end time, title; shared fields are in the kind. */
type Entry = readonly [day: number, from: string, to: string, title: string, more?: Partial<DemoEvent>];

interface Kind {
  readonly shared: Pick<DemoEvent, 'description' | 'tags' | 'venue' | 'organizer' | 'categories'> & Partial<DemoEvent>;
  /** Days of the entries count from the next such day; 0 is Sunday. */
  readonly weekday?: number;
  readonly entries: readonly Entry[];
}

const LONDON = 'Europe/London';

const kinds: readonly Kind[] = [
  {
    shared: {
      description:
        '<p>We solder, level and connect a station together. Tools and parts are here; you take the station home.</p>',
      tags: ['beginners', 'hands-on'],
      venue: 'Workshop Two',
      organizer: 'Tidewater Academy',
      categories: ['Workshop'],
      timezone: LONDON,
    },
    entries: [
      [-6, '10:00', '16:00', 'Build your own weather station', { cost: '£120', featured: true }],
      [-1, '18:00', '20:00', 'Soldering for beginners', { cost: '£15' }],
      [3, '18:00', '20:00', 'Repair evening for rain gauges', { cost: '£0.00' }],
      [8, '10:00', '16:00', 'Build your own weather station in spring light', { cost: '£120' }],
      [12, '18:00', '20:30', 'Calibrating temperature sensors', { cost: '£25', tags: ['advanced', 'hands-on'] }],
      [17, '14:00', '17:00', 'Family workshop with paper anemometers', { cost: '£5', tags: ['children', 'hands-on'] }],
      [24, '10:00', '16:00', 'Masts, clamps and guy ropes', { cost: '£60', venue: 'Boat Shed' }],
    ],
  },
  {
    shared: {
      description: '<p>Bring your readings of the week. We compare, wonder and sometimes explain.</p>',
      tags: ['open to all'],
      venue: 'Town Library',
      organizer: 'Orkney Weather Watchers',
      categories: ['Meet-up'],
      timezone: LONDON,
    },
    entries: [
      [-9, '19:00', '21:00', 'Observers evening on first frost'],
      [-2, '19:00', '21:00', 'Observers evening on fog'],
      [5, '19:00', '21:00', 'Observers evening on gusts'],
      [12, '19:00', '21:00', 'Observers evening on long records'],
      [19, '19:00', '21:00', 'Observers evening on clouds', { tags: ['open to all', 'photography'] }],
      [20, '04:30', '08:00', 'Sunrise walk along the cliffs', { venue: 'Boat Shed', tags: ['outdoors'] }],
    ],
  },
  {
    shared: {
      description: '<p>Forty minutes of talk, twenty of questions. The recording is put online the next day.</p>',
      tags: ['recorded'],
      venue: 'Online Room',
      organizer: 'Tidewater Academy',
      categories: ['Talk'],
      website: 'https://tidewater.example/talks',
    },
    entries: [
      [-4, '17:00', '18:00', 'How a forecast is made', { timezone: LONDON }],
      [1, '12:00', '13:00', 'Reading a weather map', { timezone: LONDON, featured: true }],
      [7, '12:00', '13:00', 'Schools that measure', { timezone: 'America/New_York' }],
      [10, '17:00', '18:00', 'Open data from small stations', { timezone: 'Europe/Rome' }],
      [15, '09:00', '10:00', 'Typhoon season explained', { timezone: 'Asia/Tokyo' }],
      [
        26,
        '17:00',
        '18:00',
        'A hundred years of rain in Orkney',
        { timezone: LONDON, venue: 'Town Library', cost: '£4' },
      ],
    ],
  },
  {
    shared: {
      description: '<p>Two colleagues cook for everybody. Guests are welcome; tell the kitchen by Wednesday noon.</p>',
      tags: ['lunch'],
      venue: 'Boat Shed',
      organizer: 'Thursday Kitchen',
      categories: ['Food', 'Company'],
      timezone: LONDON,
    },
    weekday: 4,
    entries: [
      [-7, '12:30', '13:30', 'Thursday kitchen with lentil soup'],
      [0, '12:30', '13:30', 'Thursday kitchen with potato gratin'],
      [7, '12:30', '13:30', 'Thursday kitchen with fish soup'],
      [14, '12:30', '13:30', 'Thursday kitchen with apple crumble', { featured: true }],
      [21, '18:30', '22:00', 'Long table by the slipway', { cost: '£10', tags: ['dinner', 'outdoors'] }],
    ],
  },
  {
    shared: {
      description: '<p>For everybody at Tidewater. Minutes are in the handbook the day after.</p>',
      tags: ['internal'],
      venue: 'Boat Shed',
      organizer: 'People Team',
      categories: ['Company'],
      timezone: LONDON,
    },
    entries: [
      [-3, '09:30', '10:30', 'Monthly round of all teams'],
      [2, '09:30', '12:00', 'Welcome morning for newcomers'],
      [6, '14:00', '15:30', 'Safety walk through the workshop', { venue: 'Workshop Two' }],
      [13, '00:00', '23:59', 'Stocktaking days', { all_day: true, tags: ['internal', 'no deliveries'] }],
      [22, '09:30', '17:00', 'Planning the next quarter'],
      [28, '00:00', '23:59', 'Office closed for the regatta', { all_day: true, categories: ['Company', 'Meet-up'] }],
    ],
  },
];

/** Returns events from nine days before this day to four weeks after it. */
export function eventsAround(today: Date): DemoEvent[] {
  return kinds.flatMap(({ shared, weekday = today.getUTCDay(), entries }) => {
    const first = (weekday - today.getUTCDay() + 7) % 7;
    return entries.map(([day, from, to, title, more]) => ({
      title,
      slug: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
      start_date: `${dayAfter(today, first + day)} ${from}:00`,
      end_date: `${dayAfter(today, first + (more?.all_day ? day + 1 : day))} ${to}:00`,
      ...shared,
      ...more,
    }));
  });
}

function dayAfter(today: Date, days: number): string {
  return new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
