import { client } from './almanac/client.gen';
import {
  booksCreate,
  eventsCreate,
  eventsList,
  eventsPutById,
  eventsReadById,
  pagesCreate,
  pagesList,
  pagesRead,
  pagesUpdate,
} from './almanac';
import { report } from './report';

const { ALMANAC, TOKEN, BOOK_ID, PAGE_ID, EVENT_ID } = process.env;
client.setConfig({ baseUrl: ALMANAC, headers: { Authorization: `Token ${TOKEN}` } });
console.log('passed import');

async function main(): Promise<void> {
  await report('content', {
    list: async () => {
      const { data } = await pagesList({ query: { count: 100 } });
      return data?.data.map(({ name }) => name);
    },
    read: async () => (await pagesRead({ path: { id: Number(PAGE_ID) } })).data?.name,
    create: async () => {
      const book = await booksCreate({
        body: { name: 'Made by hey-api', tags: [{ name: 'Audience', value: 'Everyone' }] },
      });
      const { data } = await pagesCreate({
        body: { name: 'Created', book_id: book.data?.id ?? 0, html: '<p>New.</p>' },
      });
      return data?.name;
    },
    update: async () => {
      const { data } = await pagesUpdate({
        path: { id: Number(PAGE_ID) },
        body: { name: 'Updated', book_id: Number(BOOK_ID) },
      });
      return data?.name;
    },
    error: async () => {
      const { error } = await pagesRead({ path: { id: 0 } });
      return error && 'error' in error ? error.error.code : error;
    },
  });
  await report('calendar', {
    list: async () => {
      const { data } = await eventsList({ query: { per_page: 50 } });
      return data?.events.map(({ title }) => title);
    },
    read: async () => (await eventsReadById({ path: { id: Number(EVENT_ID) } })).data?.title,
    create: async () => {
      const { data } = await eventsCreate({
        body: { title: 'Created', start_date: '2031-01-01 10:00:00', end_date: '2031-01-01 11:00:00', all_day: false },
      });
      return data?.title;
    },
    update: async () => {
      const { data } = await eventsPutById({
        path: { id: Number(EVENT_ID) },
        body: { title: 'Updated', featured: true },
      });
      return data?.title;
    },
    error: async () => {
      const { error } = await eventsReadById({ path: { id: 0 } });
      return error && 'data' in error ? error.data.status : error;
    },
  });
}

void main();
