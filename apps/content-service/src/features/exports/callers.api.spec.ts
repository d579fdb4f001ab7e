import { mkdir, readdir, readlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '@almanac/runtime';
import { type ContentApp, startContent } from '../../testing/content-app';
import { dataOf } from '../imports/testing/portable';

const READING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all', 'content-export'];
const FORMATS = ['html', 'plaintext', 'markdown', 'zip'];
const ATTACHMENT = 'uploads/files/2026-11/large.bin';

let app: ContentApp;
let token: string;
let page: { id: number; bookId: number };
beforeAll(async () => {
  app = await startContent();
  ({ token } = await app.given.user({ permissions: READING }));
  page = await app.given.page({ name: 'Read by many', html: `<p>${'text '.repeat(20_000)}</p>` });
  const file = path.join(app.storage, ATTACHMENT);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '');
  await truncate(file, 30_000_000);
  const sql = `INSERT INTO attachments (page_id, name, extension, external, path, "order") VALUES ($1, 'large', 'bin', false, $2, 1)`;
  await app.database.query(sql, [page.id, ATTACHMENT]);
});
afterAll(() => app.close());

const call = (format: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
  fetch(new URL(`/api/pages/${page.id}/export/${format}`, app.api.baseUrl), {
    ...init,
    headers: { authorization: `Token ${token}`, ...init.headers },
  });

/** Repeats refused calls, because a busy machine may answer some of many requests with 429 or 503. */
async function withLongTimeouts(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429 && answer.status !== 503) return answer;
    await answer.arrayBuffer();
    await sleep(200);
  }
}

/** Export files that this process holds open, and export folders that still exist. */
async function left(): Promise<string[]> {
  const open = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  const files = open.filter((name) => name.includes('almanac-export-') || name.endsWith(ATTACHMENT));
  return [...files, ...(await readdir(temporaryFolder('almanac-exports')))];
}

/** Waits until every file and folder created since `before` is gone. */
async function tidy(before: readonly string[]): Promise<void> {
  for (let waiting = await left(); waiting.length > 0; await sleep(20)) {
    // Other processes create and remove their own folders there.
    const still = new Set(await left());
    waiting = waiting.filter((name) => still.has(name) && !before.includes(name));
  }
}

describe('GET /api/pages/{id}/export/{format}', () => {
  it.each([...FORMATS, 'pdf'])('leaves no files behind when callers disconnect before %s is ready', async (format) => {
    const before = await left();
    for (const milliseconds of [5, 20, 60, 150]) {
      const signal = AbortSignal.timeout(milliseconds);
      await Promise.allSettled(Array.from({ length: 3 }, () => call(format, { signal })));
    }
    await tidy(before);
    expect((await call(format)).status).toBe(200);
  });

  it('leaves no files behind when callers abort a download', async () => {
    const before = await left();
    const caller = new AbortController();
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('zip', { signal: caller.signal })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    caller.abort();
    await tidy(before);
  });

  it.each(FORMATS)('answers HEAD for %s with the headers of GET and no body', async (format) => {
    const [head, get] = [await call(format, { method: 'HEAD' }), await call(format)];
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-disposition', 'x-content-type-options'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    // No two archives are equal: they contain the time and random names.
    if (format === 'zip') expect(Number(head.headers.get('content-length'))).toBeGreaterThan(30_000_000);
    else expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    await get.arrayBuffer();
  });

  it('returns identical files to fifty concurrent callers', async () => {
    const text = async (format = '') => (await withLongTimeouts(() => call(format))).text();
    const texts = await Promise.all(Array.from({ length: 50 }, (_, index) => text(FORMATS[index % 3])));
    expect(new Set(texts).size).toBe(3);
    expect(texts.every((text) => text.includes('Read by many'))).toBe(true);
  });

  it('returns a complete archive to each of fifty concurrent callers', async () => {
    const small = await app.given.page({ html: '<p>In an archive</p>' });
    const archives = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const address = new URL(`/api/pages/${small.id}/export/zip`, app.api.baseUrl);
        const answer = await withLongTimeouts(() => fetch(address, { headers: { authorization: `Token ${token}` } }));
        expect(answer.status).toBe(200);
        return dataOf(Buffer.from(await answer.arrayBuffer()));
      }),
    );
    for (const data of archives) expect(data).toMatchObject({ page: { id: small.id, html: '<p>In an archive</p>' } });
  });

  it('returns 416 as JSON for a range beyond the end', async () => {
    const answer = await call('zip', { headers: { range: 'bytes=999999999-' } });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(await answer.json()).toMatchObject({ error: { code: 416 } });
  });
});
