import { type DemoDays, MON, SAT, TUE, WED, ZONE } from './days';
import { type DemoEvent, hours, type Shared } from './demo-event';

const shared: Shared & Pick<DemoEvent, 'tags'> = {
  by: 'marta',
  organizer: 'Tidewater Academy',
  venue: 'Workshop Two',
  categories: ['Workshop'],
  tags: ['hands-on'],
  timezone: ZONE,
};

export function workshops(days: DemoDays): DemoEvent[] {
  const courseEvening = (week: number) => `${days.on(TUE, week)} 18:30`;
  return [
    {
      ...shared,
      ...hours(days.on(SAT, 0), '10:00', '16:00'),
      title: 'Build your own weather station',
      description:
        '<p>We solder, level and connect a complete station. Tools and parts are here; <strong>you take the station home</strong>.</p><ul><li>10:00 Sensors and soldering</li><li>12:30 Lunch at the long table</li><li>13:30 Mast, cables, first readings</li></ul><p>Read <a href="/books/weather-station-guide/page/start-here">Start here</a> before you come.</p>',
      tags: ['beginners', 'hands-on'],
      cost: '£120',
      featured: true,
      picture: 'workshop',
      tickets: [
        {
          name: 'Kit and course',
          description: 'All parts of a WS-2, and lunch.',
          price: '120.00',
          currency: 'GBP',
          capacity: 12,
          attendees: ['Ada Scott', 'Magnus Isbister', 'Priya Nair', 'Jonas Keller', 'Elin Rasmussen'],
        },
        { name: 'Listener', description: 'A chair and a coffee, no kit.', capacity: 8, attendees: ['Noor Haddad'] },
      ],
    },
    {
      ...shared,
      start_date: courseEvening(0),
      end_date: `${days.on(TUE, 0)} 20:00`,
      title: 'Soldering for beginners',
      description:
        '<p>Eight evenings, one small circuit each. Every evening stands on its own.</p><ul><li>A light that blinks</li><li>A thermometer with a display</li><li>A rain sensor that rings</li></ul><p>Irons and parts are here. <em>Wear closed shoes.</em></p>',
      tags: ['beginners', 'hands-on'],
      cost: '£15',
      rrule: 'FREQ=WEEKLY;COUNT=8',
      exdates: [courseEvening(2)],
      tickets: [{ name: 'One evening', price: '15.00', currency: 'GBP', capacity: 80, attendees: ['Ada Scott'] }],
    },
    {
      ...shared,
      ...hours(days.on(WED, 1), '18:00', '20:30'),
      title: 'Calibrating temperature sensors',
      description: '<p>Ice water, boiling water and patience. Bring your own sensor and leave with its curve.</p>',
      tags: ['advanced', 'hands-on'],
      tickets: [
        {
          name: 'Place at a bench',
          capacity: 4,
          attendees: ['Elin Rasmussen', 'Jonas Keller', 'Priya Nair', 'Magnus Isbister'],
        },
      ],
    },
    {
      ...shared,
      ...hours(days.on(SAT, 2), '14:00', '17:00'),
      title: 'Family workshop with paper anemometers',
      description: '<p>For children from six years with an adult. Cups, straws, and a race in front of the fan.</p>',
      tags: ['children', 'hands-on'],
      cost: '£5',
      tickets: [{ name: 'Family', price: '5.00', currency: 'GBP', capacity: 10, attendees: ['Noor Haddad'] }],
    },
    {
      ...shared,
      ...hours(days.on(MON, 3), '10:00', '16:00'),
      title: 'Masts, clamps and guy ropes',
      description: '<p>Raising a mast safely, with knots that hold and ones that come off again.</p>',
      venue: 'Boat Shed',
      cost: '£60',
      event_status: 'postponed',
      event_status_reason: 'The new masts arrive late. We tell everybody the new date.',
    },
  ];
}
