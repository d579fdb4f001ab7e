import { type DemoDays, SUN, THU, WED, ZONE } from './days';
import { allDay, type DemoEvent, hours, type Shared } from './demo-event';

const shared: Shared & Pick<DemoEvent, 'tags'> = {
  by: 'tom',
  organizer: 'Orkney Weather Watchers',
  venue: 'Town Library',
  categories: ['Meet-up'],
  tags: ['open to all'],
  timezone: ZONE,
};

export function meetUps(days: DemoDays): DemoEvent[] {
  return [
    {
      ...shared,
      ...hours(days.lastOfMonth(THU), '19:00', '21:00'),
      title: 'Observers evening',
      description: '<p>Always the last Thursday. Bring your readings: we compare, wonder and sometimes explain.</p>',
      rrule: 'FREQ=MONTHLY;BYDAY=-1TH;COUNT=12',
    },
    {
      ...shared,
      ...hours(days.on(SUN, 0), '07:30', '10:00'),
      title: 'Sunrise walk along the cliffs',
      description: '<p>Four kilometres, good boots, hot tea at the end. We read the clouds on the way.</p>',
      venue: 'Yesnaby Cliffs',
      tags: ['open to all', 'outdoors'],
      picture: 'cliffs',
      tickets: [{ name: 'Walker', capacity: 20, attendees: ['Ada Scott', 'Noor Haddad', 'Sam Drever'] }],
    },
    {
      ...shared,
      ...hours(days.on(WED, 2), '19:00', '21:00'),
      title: 'Cloud photographs of the members',
      description: '<p>Ten photographs each, two minutes for each of them.</p>',
      tags: ['open to all', 'photography'],
    },
    {
      ...shared,
      ...allDay(days.in(0), days.in(2)),
      title: 'Exhibition: a hundred years of rain',
      description:
        '<p>Notebooks, gauges and charts of five generations of observers. Free entry during opening hours.</p>',
      tags: ['open to all', 'exhibition'],
    },
    {
      ...shared,
      ...hours(days.in(-5), '19:00', '21:00'),
      title: 'How we read clouds',
      description: '<p>An evening for new members. The slides are in the library.</p>',
    },
  ];
}
