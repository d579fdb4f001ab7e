interface DemoVenue {
  readonly venue: string;
  readonly description: string;
  readonly address?: string;
  readonly city?: string;
  readonly country?: string;
  readonly zip?: string;
  readonly phone?: string;
  readonly website?: string;
  readonly geo_lat?: number;
  readonly geo_lng?: number;
  readonly show_map?: boolean;
}

interface DemoOrganizer {
  readonly organizer: string;
  readonly description: string;
  readonly email: string;
  readonly phone?: string;
  readonly website?: string;
}

interface DemoCategory {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
}

export const venues: readonly DemoVenue[] = [
  {
    venue: 'Boat Shed',
    description: '<p>Our own hall by the water: 60 seats, a kitchen, a slipway.</p>',
    address: 'Harbour Lane 4',
    city: 'Stromness',
    country: 'United Kingdom',
    zip: 'KW16 3AA',
    phone: '+44 1856 555 010',
    website: 'https://tidewater.example/boat-shed',
    geo_lat: 58.9637,
    geo_lng: -3.2953,
  },
  {
    venue: 'Workshop Two',
    description: '<p>Twelve benches with soldering irons. Wear closed shoes.</p>',
    address: 'Harbour Lane 6',
    city: 'Stromness',
    country: 'United Kingdom',
    zip: 'KW16 3AA',
    geo_lat: 58.9641,
    geo_lng: -3.2957,
  },
  {
    venue: 'Town Library',
    description: '<p>The reading room on the first floor; a lift is behind the desk.</p>',
    address: 'Market Square 1',
    city: 'Kirkwall',
    country: 'United Kingdom',
    zip: 'KW15 1NY',
    phone: '+44 1856 555 200',
    website: 'https://library.example/kirkwall',
    geo_lat: 58.9819,
    geo_lng: -2.9606,
  },
  {
    venue: 'Yesnaby Cliffs',
    description: '<p>We meet at the car park. Dogs on a lead, please.</p>',
    city: 'Sandwick',
    country: 'United Kingdom',
    geo_lat: 59.0243,
    geo_lng: -3.3583,
  },
  {
    venue: 'Online Room',
    description: '<p>The link is sent on the morning of the event.</p>',
    website: 'https://meet.tidewater.example',
    show_map: false,
  },
];

export const organizers: readonly DemoOrganizer[] = [
  {
    organizer: 'Tidewater Academy',
    description: '<p>Courses for people who own a station, or would like to.</p>',
    email: 'academy@tidewater.example',
    phone: '+44 1856 555 020',
    website: 'https://tidewater.example/academy',
  },
  {
    organizer: 'Thursday Kitchen',
    description: '<p>Two cooks a week, forty guests.</p>',
    email: 'kitchen@tidewater.example',
  },
  {
    organizer: 'Orkney Weather Watchers',
    description: '<p>A club of observers, founded in 1974.</p>',
    email: 'hello@weatherwatchers.example',
    website: 'https://weatherwatchers.example',
  },
  {
    organizer: 'People Team',
    description: '<p>Welcomes newcomers and looks after the rest.</p>',
    email: 'people@tidewater.example',
  },
];

export const categories: readonly DemoCategory[] = [
  { name: 'Workshop', slug: 'workshop', description: 'Hands on, small groups.' },
  { name: 'Meet-up', slug: 'meet-up', description: 'Come as you are.' },
  { name: 'Talk', slug: 'talk', description: 'One speaks, all discuss.' },
  { name: 'Company', slug: 'company', description: 'For the people who work here.' },
  { name: 'Food', slug: 'food', description: 'Around the long table.' },
];
