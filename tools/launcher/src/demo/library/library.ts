import { boardPapers } from './books/board-papers';
import { cookbook } from './books/cookbook';
import { handbook } from './books/handbook';
import { readingsBook } from './books/readings-book';
import { stationGuide } from './books/station-guide';
import { supportPlaybook } from './books/support-playbook';
import type { DemoPage, DemoShelf } from './books/demo-book';

/** The documentation of a small maker of weather stations. Names of books, chapters and pages are unique: a second run finds records by name. */
export const demoShelves: readonly DemoShelf[] = [
  {
    name: 'Weather Stations',
    by: 'marta',
    description: 'Set up a station, keep it running, and use its readings.',
    tags: { Audience: 'Owners' },
    cover: 'stations',
    books: [stationGuide, readingsBook],
  },
  {
    name: 'Working at Tidewater',
    by: 'ingrid',
    description: 'How we work, what we build and how we help the people who use it.',
    tags: { Audience: 'Everyone' },
    cover: 'harbour',
    books: [handbook, supportPlaybook, boardPapers],
  },
  {
    name: 'Around the Table',
    by: 'tom',
    description: 'Recipes from the Thursday kitchen, for a crowd or for one.',
    tags: { Audience: 'Hungry people' },
    cover: 'table',
    books: [cookbook],
  },
];

/** Created last: a system with this shelf has the complete demo content. */
export const MARKER_SHELF = 'Around the Table';

/** Goes to the recycle bin. */
export const discardedPage: DemoPage = { name: 'Old fax numbers', by: 'tom' };
