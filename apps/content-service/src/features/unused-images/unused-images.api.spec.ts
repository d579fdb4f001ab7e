import { until, type VisitingBrowser } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import { multipart, picture } from '../../testing/uploads';

const PATH = '/settings/unused-images';

let app: ContentApp;
let admin: VisitingBrowser;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  admin = await loggedIn(app, await app.given.admin());
});
afterAll(() => app.close());

const text = async () => (await admin.get(PATH)).text;
const shows = (words: string) => until(async () => (await text()).includes(words));

it('searches as a job, and deletes the images of the list that was looked at', async () => {
  const api = app.api.as(await app.given.admin());
  const image = { content: await picture(), name: '<b>boat.png' };
  const form = multipart({ type: 'gallery', uploaded_to: (await app.given.page()).id }, { image });
  const id = idOf((await api.post('/api/image-gallery', form)).body);
  await app.database.query(
    `UPDATE images SET created_at = 'yesterday', updated_at = 'yesterday'::timestamp - interval '1 day'`,
  );
  await app.database.query(`UPDATE images SET created_at = updated_at`);
  expect(await text()).toContain('Search for unused images');
  expect((await admin.submit(PATH, {})).status).toBe(303);
  await shows('1 unused image');
  expect(await text()).toContain('&lt;b&gt;boat.png');
  const confirmation = (await admin.get(`${PATH}/delete`)).text;
  const search = /name="search" value="(\d+)"/.exec(confirmation)?.[1] ?? '';
  for (const stale of ['', 'x', String(Number(search) - 1)]) await admin.submit(`${PATH}/delete`, { search: stale });
  expect(await text()).toContain('The list has changed meanwhile.');
  expect((await api.get(`/api/image-gallery/${id}`)).status).toBe(200);
  await admin.submit(`${PATH}/delete`, { search });
  await shows('1 image was deleted');
  expect((await api.get(`/api/image-gallery/${id}`)).status).toBe(404);
  const logged = await app.database.query(
    `SELECT detail, user_id IS NOT NULL AS known FROM activities WHERE type = 'maintenance_action_run'`,
  );
  expect(logged).toEqual([{ detail: 'cleanup-images', known: true }]);
});
