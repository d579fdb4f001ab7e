import { dayAfter, type DemoDays, FRI, SAT, THU, TUE, WED, yearly, ZONE } from './days';
import { allDay, type DemoEvent, hours, type Shared } from './demo-event';

const shared: Shared & Pick<DemoEvent, 'tags'> = {
  by: 'ingrid',
  organizer: 'People Team',
  venue: 'Boat Shed',
  categories: ['Company'],
  tags: ['internal'],
  timezone: ZONE,
};

const kitchen: Shared & Pick<DemoEvent, 'tags'> = {
  ...shared,
  by: 'tom',
  organizer: 'Thursday Kitchen',
  categories: ['Food', 'Company'],
  tags: ['lunch'],
};

export function companyEvents(days: DemoDays): DemoEvent[] {
  const regatta = days.on(SAT, 3);
  return [
    {
      ...kitchen,
      ...hours(days.on(THU, 0), '12:30', '13:30'),
      title: 'Thursday kitchen',
      description:
        '<p>Two colleagues cook for everybody. Guests are welcome; tell the kitchen by Wednesday noon. Recipes are in the <a href="/books/thursday-kitchen-cookbook">cookbook</a>.</p>',
      rrule: 'FREQ=WEEKLY;COUNT=20',
      sticky: true,
    },
    {
      ...kitchen,
      ...hours(days.on(SAT, 1), '18:30', '22:00'),
      title: 'Long table by the slipway',
      description: '<p>Forty seats, five courses, one table. Vegetarian on request.</p>',
      cost: '£10',
      tags: ['dinner', 'open to all'],
      picture: 'table',
      tickets: [
        { name: 'Seat', price: '10.00', currency: 'GBP', capacity: 40, attendees: ['Ada Scott', 'Magnus Isbister'] },
      ],
    },
    {
      ...shared,
      ...hours(days.on(WED, 0), '09:30', '12:00'),
      title: 'Welcome morning for newcomers',
      description:
        '<p>Badges, laptops, names. The plan is in the <a href="/books/employee-handbook/page/the-first-day">handbook</a>.</p>',
      tags: ['internal', 'onboarding'],
    },
    {
      ...shared,
      ...hours(days.on(TUE, 1), '14:00', '15:30'),
      title: 'Salary round',
      description: '<p>For leads only.</p>',
      status: 'private',
    },
    {
      ...shared,
      ...allDay(days.on(FRI, 1)),
      title: 'Stocktaking',
      description: '<p>No deliveries on this day.</p>',
      tags: ['internal', 'no deliveries'],
    },
    {
      ...shared,
      ...hours(days.on(FRI, 2), '19:00', '23:00'),
      title: 'Members evening',
      description: '<p>Lanterns, music, and the figures of the year. The password is in the invitation.</p>',
      categories: ['Meet-up', 'Company'],
      tags: ['members'],
      isProtected: true,
    },
    {
      ...shared,
      ...allDay(regatta, dayAfter(regatta)),
      title: 'Regatta weekend',
      description: '<p>Twelve boats, two days, one trophy. The Boat Shed is open for everybody, with soup.</p>',
      categories: ['Meet-up', 'Company'],
      tags: ['open to all', 'outdoors'],
      picture: 'harbour',
      featured: true,
      rrule: yearly(regatta),
    },
    {
      ...shared,
      ...hours(days.in(-2), '09:30', '10:30'),
      title: 'Round of all teams',
      description: '<p>Minutes are in the handbook on the next day.</p>',
    },
  ];
}
