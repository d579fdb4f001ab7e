// `npm run bench:plans`: fills an embedded PostgreSQL with many pages and prints the plan of every query of some requests.
// docs/performance.md keeps the results.
import 'reflect-metadata';
import { Database } from '@almanac/database';
import { readContentSettings } from '../apps/content-service/src/config';
import { createContentApp } from '../apps/content-service/src/start';
import { AskedQueries } from './asked';
import { newToken, runBench, Stage } from './measuring/stage';
import { seedContent } from './seed/content';

const PAGES = 200_000;
/** Only some pages have a body, to save disk space: lists do not read bodies. */
const BODIES = 2_000;

const REQUESTS: Record<string, string> = {
  'list, first page and total': '/api/pages?count=100',
  'list, far into it': '/api/pages?count=100&offset=150000',
  'filter by book': '/api/pages?count=100&filter[book_id]=77',
  'sort by name': '/api/pages?count=100&sort=name',
  'sort by last change, newest first': '/api/pages?count=100&sort=-updated_at',
  'filter by the beginning of a name': '/api/pages?count=100&filter[name:like]=abcd%25',
  'page read': '/api/pages/1500',
  'book read': '/api/books/77',
};

async function plans(): Promise<void> {
  await Stage.run('plans', async (stage) => {
    const token = newToken();
    const env = await stage.contentSettings(token, { LOG_LEVEL: 'warn' });
    await seedContent(env.DATABASE_URL, PAGES, BODIES);
    await explainRequests(env, `Token ${token}`);
  });
}

async function explainRequests(env: Record<string, string>, authorization: string): Promise<void> {
  const app = await createContentApp(readContentSettings(env));
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const queries = new AskedQueries(app.get(Database));
  for (const [name, target] of Object.entries(REQUESTS)) {
    const asked = await queries.of(url + target, { authorization });
    console.log(`\n### ${name}: GET ${target}`);
    for (const { sql, parameters } of asked.filter((one) => !one.sql.includes('FROM api_tokens'))) {
      const plan = await queries.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${sql}`,
        parameters,
      );
      console.log(plan.map((line) => line['QUERY PLAN']).join('\n'));
    }
  }
  await app.close();
}

runBench(plans);
