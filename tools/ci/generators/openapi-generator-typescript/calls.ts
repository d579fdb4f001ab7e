import { BooksApi, Configuration, EventsApi, PagesApi, ResponseError } from './almanac';
import { report } from './report';

const { ALMANAC, TOKEN, BOOK_ID, PAGE_ID, EVENT_ID } = process.env;
const configuration = new Configuration({ basePath: ALMANAC, apiKey: `Token ${TOKEN}` });
const books = new BooksApi(configuration);
const pages = new PagesApi(configuration);
const events = new EventsApi(configuration);
console.log('passed import');

/** Generated code rejects with the answer, whose body it does not read. */
async function errorOf(request: Promise<unknown>): Promise<{ error: { code: number } }> {
  const failure = await request.catch((reason: unknown) => reason);
  if (failure instanceof ResponseError) return failure.response.json();
  throw new Error('no error of the answer', { cause: failure });
}

async function main(): Promise<void> {
  await report('content', {
    list: async () => (await pages.pagesList({ count: 100 })).data.map(({ name }) => name),
    read: async () => (await pages.pagesRead({ id: Number(PAGE_ID) })).name,
    create: async () => {
      const book = await books.booksCreate({
        createBook: { name: 'Made by openapi-generator', tags: [{ name: 'Audience', value: 'Everyone' }] },
      });
      const page = await pages.pagesCreate({
        createPage: { name: 'Created', bookId: book.id, html: '<p>New.</p>' },
      });
      return page.name;
    },
    update: async () => {
      const page = await pages.pagesUpdate({
        id: Number(PAGE_ID),
        updatePage: { name: 'Updated', bookId: Number(BOOK_ID) },
      });
      return page.name;
    },
    error: async () => (await errorOf(pages.pagesRead({ id: 0 }))).error.code,
  });
  await report('calendar', {
    list: async () => (await events.eventsList({ perPage: 50 })).events.map(({ title }) => title),
    read: async () => (await events.eventsReadById({ id: Number(EVENT_ID) })).title,
    create: async () => {
      const event = await events.eventsCreate({
        createEvent: {
          title: 'Created',
          startDate: '2031-01-01 10:00:00',
          endDate: '2031-01-01 11:00:00',
          allDay: false,
        },
      });
      return event.title;
    },
    update: async () => {
      const event = await events.eventsPutById({
        id: Number(EVENT_ID),
        updateEvent: { title: 'Updated', featured: true },
      });
      return event.title;
    },
    error: async () => (await errorOf(events.eventsReadById({ id: 0 }))).error.code,
  });
}

void main();
