import createClient from 'openapi-fetch';
import type { paths } from './almanac';
import { report } from './report';

const { ALMANAC, TOKEN, BOOK_ID, PAGE_ID, EVENT_ID } = process.env;
const client = createClient<paths>({ baseUrl: ALMANAC, headers: { Authorization: `Token ${TOKEN}` } });
console.log('passed import');

const pageOf = (id: number) => client.GET('/api/pages/{id}', { params: { path: { id } } });
const eventOf = (id: number) => client.GET('/calendar/events/v1/events/{id}', { params: { path: { id } } });

async function main(): Promise<void> {
  await report('content', {
    list: async () => {
      const { data } = await client.GET('/api/pages', { params: { query: { count: 100 } } });
      return data?.data.map(({ name }) => name);
    },
    read: async () => (await pageOf(Number(PAGE_ID))).data?.name,
    create: async () => {
      const book = await client.POST('/api/books', {
        body: { name: 'Made by openapi-fetch', tags: [{ name: 'Audience', value: 'Everyone' }] },
      });
      const { data } = await client.POST('/api/pages', {
        body: { name: 'Created', book_id: book.data?.id ?? 0, html: '<p>New.</p>' },
      });
      return data?.name;
    },
    update: async () => {
      const { data } = await client.PUT('/api/pages/{id}', {
        params: { path: { id: Number(PAGE_ID) } },
        body: { name: 'Updated', book_id: Number(BOOK_ID) },
      });
      return data?.name;
    },
    error: async () => {
      const { error } = await pageOf(0);
      return error && 'error' in error ? error.error.code : error;
    },
  });
  await report('calendar', {
    list: async () => {
      const { data } = await client.GET('/calendar/events/v1/events', { params: { query: { per_page: 50 } } });
      return data?.events.map(({ title }) => title);
    },
    read: async () => (await eventOf(Number(EVENT_ID))).data?.title,
    create: async () => {
      const { data } = await client.POST('/calendar/events/v1/events', {
        body: { title: 'Created', start_date: '2031-01-01 10:00:00', end_date: '2031-01-01 11:00:00', all_day: false },
      });
      return data?.title;
    },
    update: async () => {
      const { data } = await client.PUT('/calendar/events/v1/events/{id}', {
        params: { path: { id: Number(EVENT_ID) } },
        body: { title: 'Updated', featured: true },
      });
      return data?.title;
    },
    error: async () => {
      const { error } = await eventOf(0);
      return error && 'data' in error ? error.data.status : error;
    },
  });
}

void main();
