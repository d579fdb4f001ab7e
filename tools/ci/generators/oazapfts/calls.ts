import {
  booksCreate,
  defaults,
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

const { ALMANAC = '', TOKEN, BOOK_ID, PAGE_ID, EVENT_ID } = process.env;
defaults.baseUrl = ALMANAC;
defaults.headers = { Authorization: `Token ${TOKEN}` };
console.log('passed import');

async function main(): Promise<void> {
  await report('content', {
    list: async () => {
      const answer = await pagesList({ count: 100 });
      return answer.status === 200 ? answer.data.data.map(({ name }) => name) : answer;
    },
    read: async () => {
      const answer = await pagesRead(Number(PAGE_ID));
      return answer.status === 200 ? answer.data.name : answer;
    },
    create: async () => {
      const book = await booksCreate({ name: 'Made by oazapfts', tags: [{ name: 'Audience', value: 'Everyone' }] });
      if (book.status !== 200) return book;
      const page = await pagesCreate({ name: 'Created', book_id: book.data.id, html: '<p>New.</p>' });
      return page.status === 200 ? page.data.name : page;
    },
    update: async () => {
      const answer = await pagesUpdate(Number(PAGE_ID), { name: 'Updated', book_id: Number(BOOK_ID) });
      return answer.status === 200 ? answer.data.name : answer;
    },
    error: async () => {
      const answer = await pagesRead(0);
      return answer.status === 404 && 'error' in answer.data ? answer.data.error.code : answer;
    },
  });
  await report('calendar', {
    list: async () => {
      const answer = await eventsList({ perPage: 50 });
      return answer.status === 200 ? answer.data.events.map(({ title }) => title) : answer;
    },
    read: async () => {
      const answer = await eventsReadById(Number(EVENT_ID));
      return answer.status === 200 ? answer.data.title : answer;
    },
    create: async () => {
      const answer = await eventsCreate({
        title: 'Created',
        start_date: '2031-01-01 10:00:00',
        end_date: '2031-01-01 11:00:00',
        all_day: false,
      });
      return answer.status === 201 ? answer.data.title : answer;
    },
    update: async () => {
      const answer = await eventsPutById(Number(EVENT_ID), { title: 'Updated', featured: true });
      return answer.status === 200 ? answer.data.title : answer;
    },
    error: async () => {
      const answer = await eventsReadById(0);
      return answer.status === 404 ? answer.data.data.status : answer;
    },
  });
}

void main();
