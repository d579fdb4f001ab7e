import { member } from '../api/answers';
import type { DemoApi } from '../api/demo-api';
import type { DemoAuthors } from '../people/demo-authors';
import type { DemoPage } from './books/demo-book';
import { PageTexts } from './page-texts';
import { SORT_RULE } from './books/cookbook';

/** Not active: nothing is sent until somebody sets a receiver. */
const WEBHOOK = {
  name: 'Team chat: new pages',
  endpoint: 'https://chat.tidewater.example/hooks/almanac',
  events: ['page_create', 'page_update', 'comment_create'],
  active: false,
};

export async function seedSortRule(admin: DemoApi): Promise<void> {
  const rules = await admin.idsByName('/api/sort-rules?count=500', 'data', 'name');
  if (!rules.has(SORT_RULE.name)) await admin.create('/api/sort-rules', SORT_RULE);
}

export async function seedWebhook(admin: DemoApi): Promise<void> {
  const webhooks = await admin.idsByName('/api/webhooks?count=500', 'data', 'name');
  if (!webhooks.has(WEBHOOK.name)) await admin.create('/api/webhooks', WEBHOOK);
}

/** Creates a page and moves it to the recycle bin. */
export async function discardPage(admin: DemoApi, authors: DemoAuthors, page: DemoPage, book: string): Promise<void> {
  const bin = await admin.list('/api/recycle-bin?count=500');
  if (bin.some((entry) => member(member(entry, 'deletable'), 'name') === page.name)) return;
  const books = await admin.idsByName('/api/books?count=500', 'data', 'name');
  const api = authors.of(page.by);
  const text = new PageTexts([]).of(page, new Map());
  const id = await api.create('/api/pages', { book_id: books.get(book), name: page.name, ...text });
  await api.remove(`/api/pages/${id}`);
}
