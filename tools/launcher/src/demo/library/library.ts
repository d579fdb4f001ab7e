import { cookbook } from './cookbook';
import type { DemoShelf } from './demo-book';
import { handbook } from './handbook';
import { stationGuide } from './station-guide';
import { supportPlaybook } from './support-playbook';

/** The documentation of a small maker of weather stations. Names of books, chapters and pages are unique: a second run finds records by name. */
export const demoShelves: readonly DemoShelf[] = [
  {
    name: 'Working at Tidewater',
    description: 'How we work, what we build and how we help the people who use it.',
    tags: [{ name: 'Audience', value: 'Everyone' }],
    books: [handbook, stationGuide, supportPlaybook],
  },
  {
    name: 'Around the Table',
    description: 'Recipes from the Thursday kitchen, for a crowd or for one.',
    tags: [{ name: 'Audience', value: 'Hungry people' }],
    books: [cookbook],
  },
];

/** Created last: a system with this shelf has the complete demo content. */
export const MARKER_SHELF = 'Around the Table';
