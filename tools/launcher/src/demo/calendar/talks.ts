import { type DemoDays, FRI, MON, THU, TUE, ZONE } from './days';
import { type DemoEvent, hours, type Shared } from './demo-event';

const shared: Shared & Pick<DemoEvent, 'description' | 'tags'> = {
  by: 'ingrid',
  organizer: 'Tidewater Academy',
  venue: 'Online Room',
  categories: ['Talk'],
  description: '<p>Forty minutes of talk, twenty of questions. The recording is online on the next day.</p>',
  tags: ['online', 'recorded'],
  website: 'https://meet.tidewater.example/talks',
  timezone: ZONE,
};

export function talks(days: DemoDays): DemoEvent[] {
  return [
    {
      ...shared,
      ...hours(days.on(MON, 0), '12:00', '13:00'),
      title: 'Reading a weather map',
      picture: 'talk',
      featured: true,
      tickets: [{ name: 'Link to the room', capacity: 200, attendees: ['Jonas Keller', 'Sam Drever'] }],
    },
    {
      ...shared,
      ...hours(days.on(THU, 1), '12:00', '13:00'),
      title: 'Schools that measure',
      description:
        '<p>Three teachers from Maine show what their classes do with readings. Times are those of New York.</p>',
      timezone: 'America/New_York',
    },
    {
      ...shared,
      ...hours(days.on(FRI, 2), '09:00', '10:00'),
      title: 'Typhoons explained',
      description: '<p>Live from Yokohama. Times are those of Tokyo.</p>',
      timezone: 'Asia/Tokyo',
    },
    {
      ...shared,
      ...hours(days.on(TUE, 3), '17:00', '18:00'),
      title: 'Open data from small stations',
      event_status: 'canceled',
      event_status_reason: 'The speaker is ill. There will be another date.',
    },
    { ...shared, ...hours(days.on(FRI, 3), '17:00', '18:00'), title: 'Lightning and how to count it', status: 'draft' },
  ];
}
