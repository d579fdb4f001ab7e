import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { problem } from '../../../testing/answers';

const READING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all', 'content-export'];

let app: ContentApp;
let reads: { token?: string };
beforeAll(async () => {
  app = await startContent();
  reads = await app.given.user({ permissions: READING });
});
afterAll(() => app.close());

const textOf = (items: object[]): string =>
  items
    .map((item) => ('str' in item ? String(item.str) : ''))
    .join(' ')
    .replace(/\s+/g, ' ');

const printed = (of: string, base = app.api.baseUrl) =>
  fetch(new URL(`/api/${of}/export/pdf`, base), { headers: { authorization: `Token ${reads.token}` } });

async function readBack(of: string) {
  const answer = await printed(of);
  expect(answer.status).toBe(200);
  const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const { items } = await page.getTextContent();
      const annotations: { url?: string; dest?: unknown }[] = await page.getAnnotations();
      return { text: textOf(items), size: page.view.slice(2), annotations };
    }),
  );
  return { answer, pages, outline: await document.getOutline(), text: pages.map(({ text }) => text).join('\n') };
}

describe('a PDF of a page', () => {
  it('is a file named after the slug', async () => {
    const { answer } = await readBack(`pages/${(await app.given.page({ slug: 'on-paper' })).id}`);
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''on-paper.pdf");
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1_000);
  });

  it('holds selectable text in many scripts, with title and page number below', async () => {
    const { id } = await app.given.page({
      name: 'Scripts',
      html: '<p>Straße, Ελλάδα, Москва</p><p>مرحبا</p><p>नमस्ते</p><pre><code>let a = 1;</code></pre>',
    });
    const { text, pages } = await readBack(`pages/${id}`);
    for (const word of ['Straße, Ελλάδα, Москва', 'let a = 1;']) expect(text).toContain(word);
    expect(text.match(/\p{Script=Arabic}/gu)?.length).toBeGreaterThan(3);
    expect(text.match(/\p{Script=Devanagari}/gu)?.length).toBeGreaterThan(3);
    expect(pages[0]?.text).toMatch(/Scripts 1 \/ 1/);
  });

  it('shows stored images', async () => {
    const folder = path.join(app.storage, 'uploads/images/gallery/2026-11');
    await mkdir(folder, { recursive: true });
    await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c00' } })
      .png()
      .toFile(path.join(folder, 'red.png'));
    const { id } = await app.given.page({ html: '<p><img src="/uploads/images/gallery/2026-11/red.png" alt="red"></p>' });
    const document = await getDocumentProxy(new Uint8Array(await (await printed(`pages/${id}`)).arrayBuffer()));
    const { fnArray } = await (await document.getPage(1)).getOperatorList();
    expect(fnArray).toContain((await getResolvedPDFJS()).OPS.paintImageXObject);
  });

  it('is A4', async () => {
    const { pages } = await readBack(`pages/${(await app.given.page()).id}`);
    expect(pages[0]?.size.map(Math.floor)).toEqual([595, 841]);
  });

  it('opens details, shows frames as links and wraps long lines of code', async () => {
    const frame = '<iframe src="https://www.youtube.com/embed/x"></iframe>';
    const { id } = await app.given.page({
      html: `<details><summary>More</summary><p>inside</p></details>${frame}<pre>${'word '.repeat(300)}end</pre>`,
    });
    const { text, pages } = await readBack(`pages/${id}`);
    for (const part of ['inside', 'end', 'https://www.youtube.com/embed/x']) expect(text).toContain(part);
    expect(pages.flatMap(({ annotations }) => annotations.map(({ url }) => url))).toContain('https://www.youtube.com/embed/x');
  });

  it('needs the right to export', async () => {
    const { id } = await app.given.page();
    const answer = await app.api.as(await app.given.viewer()).get(`/api/pages/${id}/export/pdf`);
    expect(answer.body).toEqual(problem(403, 'You do not have permission to perform the requested action.'));
  });
});

it('a PDF of a book has a page for each part, a contents list that leads there, and bookmarks', async () => {
  const book = await app.given.book({ name: 'Guide' });
  const chapter = await app.given.chapter({ bookId: book.id, name: 'First part', priority: 1 });
  await app.given.page({ bookId: book.id, chapterId: chapter.id, name: 'Inner', html: '<h2 id="bkmrk-x">Detail</h2>', priority: 1 });
  await app.given.page({ bookId: book.id, name: 'Outer', priority: 2 });
  const { pages, outline } = await readBack(`books/${book.id}`);
  expect(pages.map(({ text }) => /Guide|First part|Inner|Outer/.exec(text)?.[0])).toEqual(['Guide', 'First part', 'First part', 'Outer']);
  expect(pages[0]?.annotations.filter(({ dest }) => dest !== undefined && dest !== null)).toHaveLength(3);
  const titles = (entries: { title: string; items: typeof entries }[]): string[] =>
    entries.flatMap(({ title, items }) => [title, ...titles(items)]);
  expect(titles(outline)).toEqual(expect.arrayContaining(['Guide', 'First part', 'Inner', 'Detail', 'Outer']));
});

describe('what is printed', () => {
  let server: Server;
  const visits: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      visits.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('reaches no server, even when nothing is filtered', async () => {
    const open = await startContent({ ALLOW_CONTENT_SCRIPTS: 'true' });
    try {
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}`;
      const html = `<p style="background: url(${url}/css)">Shown<img src="${url}/img"><script>fetch('${url}/fetch'); document.body.append('Ran')</script></p>
        <link rel="stylesheet" href="${url}/link"><object data="${url}/object"></object>
        <iframe src="file:///etc/passwd"></iframe><embed src="file:///etc/passwd">`;
      const { id } = await open.given.page({ html });
      const user = await open.given.user({ permissions: READING });
      const answer = await fetch(new URL(`/api/pages/${id}/export/pdf`, open.api.baseUrl), {
        headers: { authorization: `Token ${user.token}` },
      });
      const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
      const { items } = await (await document.getPage(1)).getTextContent();
      const text = textOf(items);
      expect(text).toContain('Shown');
      expect(text).not.toMatch(/Ran|root:/);
      expect(visits).toEqual([]);
    } finally {
      await open.close();
    }
  });
});

describe('when the browser', () => {
  const { id: ours } = { id: process.pid };
  const browsers = () =>
    execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('chromium') && new RegExp(`^\\s*\\d+\\s+${ours}\\s`).test(line))
      .map((line) => Number(line.trim().split(/\s+/)[0]));

  it('is killed in the middle, the export fails cleanly and the next one works', async () => {
    const { id } = await app.given.page({ html: `<table>${'<tr><td>cell</td><td>cell</td></tr>'.repeat(20_000)}</table>` });
    const small = await app.given.page();
    await readBack(`pages/${small.id}`);
    const doomed = printed(`pages/${id}`);
    await new Promise((resolve) => setTimeout(resolve, 700));
    for (const pid of browsers()) process.kill(pid, 'SIGKILL');
    const answer = await doomed;
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 500,
      body: problem(500, 'The PDF could not be made. Try again.'),
    });
    await readBack(`pages/${small.id}`);
  });

  it('takes too long, the caller hears so', async () => {
    const hasty = await startContent({ EXPORT_PDF_TIMEOUT: '1' });
    try {
      const { id } = await hasty.given.page({ html: `<table>${'<tr><td>cell</td><td>cell</td></tr>'.repeat(60_000)}</table>` });
      const user = await hasty.given.user({ permissions: READING });
      const answer = await hasty.api.as(user).get(`/api/pages/${id}/export/pdf`);
      expect(answer).toMatchObject({ status: 500, body: problem(500, 'The PDF took too long to make.') });
    } finally {
      await hasty.close();
    }
  });
});

it('letter paper is used when the setting says so', async () => {
  const letter = await startContent({ EXPORT_PAGE_SIZE: 'letter' });
  try {
    const { id } = await letter.given.page();
    const user = await letter.given.user({ permissions: READING });
    const answer = await fetch(new URL(`/api/pages/${id}/export/pdf`, letter.api.baseUrl), {
      headers: { authorization: `Token ${user.token}` },
    });
    const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
    expect((await document.getPage(1)).view.slice(2)).toEqual([612, 792]);
  } finally {
    await letter.close();
  }
});
