import { cookbook } from './cookbook';
import type { DemoShelf } from './demo-book';
import { handbook } from './handbook';
import { stationGuide } from './station-guide';
import { supportPlaybook } from './support-playbook';

/** What a small maker of weather stations keeps in writing. Names of books, chapters and pages are unique: they are how a second run knows them. */
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

/** A system that has this shelf has been filled in: it is made last. */
export const MARKER_SHELF = 'Around the Table';
