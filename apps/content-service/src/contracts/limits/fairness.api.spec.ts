import { mkdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { countLockWaits } from '../../testing/count-lock-waits';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ API_REQUESTS_IN_FLIGHT: '6' });
});
afterAll(() => app.close());

it('requests of one caller that wait for the database leave connections for others', async () => {
  const [busy, other] = [await app.given.admin(), await app.given.admin()];
  const book = await app.given.book();
  const holder = app.database.source.createQueryRunner();
  await holder.startTransaction();
  try {
    await holder.query('SELECT 1 FROM books WHERE id = $1 FOR UPDATE', [book.id]);
    const answers = Array.from({ length: 15 }, (_, at) =>
      app.api.as(busy).put(`/api/books/${book.id}`, { name: `Name ${at}` }),
    );
    await until(async () => (await countLockWaits(app.database)) >= 6);
    expect((await app.api.as(other).get('/api/books')).status).toBe(200);
    expect(await countLockWaits(app.database)).toBe(6);
    await holder.rollbackTransaction();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(15).fill(200));
  } finally {
    await holder.release();
  }
});

const LARGE_FILE = 'uploads/files/2026-11/large.bin';

/** An attachment that no client receives at once. @returns the path of its download */
async function largeAttachment(): Promise<string> {
  const file = path.join(app.storage, LARGE_FILE);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '');
  await truncate(file, 30_000_000);
  const { id } = await app.given.page();
  const [attachment] = await app.database.query<{ id: number }>(
    `INSERT INTO attachments (page_id, name, extension, external, path, "order") VALUES ($1, 'large', 'bin', false, $2, 1) RETURNING id`,
    [id, LARGE_FILE],
  );
  return `/attachments/${attachment?.id}`;
}

it('long downloads of one caller do not delay others, and the next one starts when one of them ends', async () => {
  const [busy, other] = [await app.given.admin(), await app.given.admin()];
  const file = await largeAttachment();
  const download = ({ token }: { token: string }) =>
    fetch(new URL(file, app.api.baseUrl), { headers: { authorization: `Token ${token}` } });
  const downloads = await Promise.all(Array.from({ length: 6 }, () => download(busy)));
  expect(downloads.map(({ status }) => status)).toEqual(Array(6).fill(200));
  let hasStarted = false;
  const start = async () => {
    let answer = await download(busy);
    // The wait ends with 429 on a machine that is busy for ten seconds.
    while (answer.status === 429) answer = await download(busy);
    hasStarted = true;
    return answer;
  };
  const seventh = start();
  const others = await Promise.all([download(other), app.api.as(other).get('/api/books')]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  expect(hasStarted).toBe(false);
  await downloads[0]?.body?.cancel();
  expect((await seventh).status).toBe(200);
  for (const { body } of [...downloads, await seventh, others[0]]) if (body && !body.locked) await body.cancel();
});
