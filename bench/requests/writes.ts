import type { BenchRequest } from '../measuring/load';
import { createRecord } from '../seed/create-record';

export const CALENDAR = '/calendar/events/v1';

/** Records that the write cases refer to, so that they change none of those that the read cases read. */
export interface Writable {
  /** A book for each of eight writers, on average. */
  readonly books: readonly number[];
  readonly venue: number;
  readonly organizer: number;
  readonly category: number;
}

const BOOKS = 8;
const EIGHT_DIGITS = 1e8;

/** Creates them through the API of a build. */
export async function createWritable(url: string, authorization: string): Promise<Writable> {
  const create = (path: string, body: object) => createRecord(url + path, authorization, body);
  const books: number[] = [];
  for (let n = 1; n <= BOOKS; n += 1) books.push(await create('/api/books', { name: `Log book ${n}` }));
  return {
    books,
    venue: await create(`${CALENDAR}/venues`, { venue: 'Harbour hall', city: 'Rome', address: '1 Via Appia' }),
    organizer: await create(`${CALENDAR}/organizers`, { organizer: 'Harbour crew', email: 'crew@example.com' }),
    category: await create(`${CALENDAR}/categories`, { name: 'Harbour' }),
  };
}

const numberOf = (random: () => number): number => Math.floor(random() * EIGHT_DIGITS);

/** About 3 kB in ten sections, like the other pages. */
const html = (number: number): string =>
  Array.from(
    { length: 10 },
    (_, section) =>
      `<h2>Entry ${section} of ${number}</h2>\n<p>The tide was high at noon, &amp; the <em>harbour master</em> closed the gate ${section} for an hour. Two boats waited outside; <strong>nobody complained</strong>.</p>\n<ul><li>Wind from the north-west, force ${section}</li><li>See <a href="https://example.com/tides">the table of tides</a></li></ul>`,
  ).join('\n');

export function newPage(book: number | undefined, random: () => number): BenchRequest {
  const number = numberOf(random);
  const tags = [
    { name: 'Team', value: 'harbour' },
    { name: 'Status', value: 'open' },
  ];
  return {
    method: 'POST',
    path: '/api/pages',
    body: { book_id: book, name: `Log of ${number}`, html: html(number), tags },
  };
}

export const changedPage = (random: () => number): BenchRequest => ({
  method: 'PUT',
  path: `/api/pages/${1 + Math.floor(random() * 100)}`,
  body: { html: html(numberOf(random)) },
});

export function newEvent({ venue, organizer, category }: Writable, random: () => number): BenchRequest {
  const number = numberOf(random);
  return {
    method: 'POST',
    path: `${CALENDAR}/events`,
    body: {
      title: `Regatta ${number}`,
      description: `<p>Boat ${number} starts from the southern pier.</p>`.repeat(5),
      excerpt: `Boat ${number}`,
      ...datesOf(number),
      status: 'publish',
      venue: { id: venue },
      organizer: [{ id: organizer }],
      categories: [category],
    },
  };
}

export function changedEvent(id: number | undefined, random: () => number): BenchRequest {
  const number = numberOf(random);
  return {
    method: 'POST',
    path: `${CALENDAR}/events/${id}`,
    body: { title: `Meeting ${number}`, description: `<p>The crew meets in room ${number}.</p>`.repeat(5) },
  };
}

/** In two years from now, outside of the lists of the read cases. */
function datesOf(number: number) {
  const start = new Date(Date.UTC(new Date().getUTCFullYear() + 3, 0, 1 + (number % 300), number % 20));
  const text = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ');
  return { start_date: text(start), end_date: text(new Date(start.getTime() + 5_400_000)) };
}
