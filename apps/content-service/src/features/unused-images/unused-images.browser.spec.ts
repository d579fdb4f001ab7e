import { type Reader, testReaders, until, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { idOf, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { multipart, picture } from '../../testing/uploads';

const PASSWORD = 'correct horse battery';
const PATH = '/settings/unused-images';
const openReader = testReaders();

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example', RUN_JOBS: 'true' });
});
afterAll(() => app.close());

/** Two images of yesterday that nothing shows: one of a page, and one whose page was destroyed. */
async function leaveImages(): Promise<{ ids: number[]; path: string }> {
  const api = app.api.as(await app.given.admin());
  const pages = [await app.given.page({ name: 'Landing stage' }), await app.given.page()];
  const bodies: unknown[] = [];
  for (const [n, { id }] of pages.entries()) {
    const image = { content: await picture(300, 200, 'png', n === 0 ? '#3366aa' : '#aa6633'), name: `boat ${n}.png` };
    bodies.push(
      (await api.post('/api/image-gallery', multipart({ type: 'gallery', uploaded_to: id }, { image }))).body,
    );
  }
  await app.database.query(
    `UPDATE images SET created_at = now() - interval '2 days', updated_at = now() - interval '2 days'`,
  );
  await app.database.query('UPDATE images SET uploaded_to = NULL WHERE id = $1', [idOf(bodies[1])]);
  return { ids: bodies.map(idOf), path: textAt(bodies[0], 'path') };
}

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an administrator with a browser %s', (_how, scripts) => {
  let reader: Reader;
  beforeEach(async () => {
    await app.database.query('DELETE FROM images; DELETE FROM unused_image_searches; DELETE FROM job_runs');
    reader = await openReader(app.api.baseUrl, scripts);
    await reader.logIn(await app.given.password(await app.given.admin(), PASSWORD));
  });

  /** With scripts the page loads itself again. Without, people do. */
  async function shows(text: string): Promise<void> {
    if (scripts) await reader.page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`);
    else
      await until(async () => {
        await reader.open(PATH);
        return (await reader.text()).includes(text);
      });
  }

  it('searches for unused images, looks at them, and deletes them after a confirmation', async () => {
    const { path } = await leaveImages();
    await reader.open('/settings');
    await reader.press('Unused images', 'link');
    expect(await reader.faults('unused-images-before')).toEqual([]);
    await reader.press('Search for unused images');
    await shows('2 unused images');
    expect(await reader.text()).toContain('Landing stage');
    expect(await reader.faults('unused-images')).toEqual([]);
    await reader.press('Delete these 2 images …', 'link');
    expect(await reader.text()).toContain('2 images that nothing shows will be deleted for good');
    expect(await reader.faults('unused-images-delete')).toEqual([]);
    expect((await app.api.get(path)).status).toBe(200);
    await reader.press('Delete the images');
    await shows('2 images were deleted');
    expect(await reader.text()).toContain('No unused images');
    expect(await reader.faults('unused-images-after')).toEqual([]);
    expect((await app.api.get(path)).status).toBe(404);
    const log = await app.database.query(
      `SELECT detail, user_id IS NOT NULL AS known FROM activities WHERE type = 'maintenance_action_run' ORDER BY id DESC LIMIT 1`,
    );
    expect(log).toEqual([{ detail: 'cleanup-images', known: true }]);
  });

  it('deletes nothing of a list that another administrator has replaced', async () => {
    const { path } = await leaveImages();
    await reader.open(PATH);
    await reader.press('Search for unused images');
    await shows('2 unused images');
    await reader.press('Delete these 2 images …', 'link');
    await app.database.query('UPDATE unused_image_searches SET finished_at = NULL');
    await reader.press('Delete the images');
    expect(await reader.text()).toContain('The list has changed meanwhile.');
    expect((await app.api.get(path)).status).toBe(200);
  });
});
