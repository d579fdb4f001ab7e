import { formActionsIn, nonEmpty } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import { crawl } from '../../features/library/testing/crawl';
import { libraryWorld } from '../../features/library/testing/library-world';
import { ACCESS_RULES } from './rules';

const BASE_URL = 'https://docs.example';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ BASE_URL });
});
afterAll(() => app.close());

const patternOf = (route: string) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);

it('every form of the site is sent to a route of the access matrix', async () => {
  await libraryWorld(app);
  const seen = await crawl(await loggedIn(app, await app.given.admin()), BASE_URL);
  const actions = new Set([...seen].flatMap(([path, { page }]) => formActionsIn(page, path)));
  const rules = Object.keys(ACCESS_RULES).map(patternOf);
  expect(nonEmpty([...actions]).filter((action) => !rules.some((rule) => rule.test(action)))).toEqual([]);
  for (const form of [
    'POST /create-book',
    'POST /books/boat-guide/page/sailing/edit',
    'POST /books/boat-guide/preview',
  ])
    expect(actions).toContain(form);
});
