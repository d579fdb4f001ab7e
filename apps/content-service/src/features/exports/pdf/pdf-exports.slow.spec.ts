import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { metrics } from '@almanac/observability';
import { until } from '@almanac/testing';
import sharp from 'sharp';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { problem } from '../../../testing/answers';
import { readPdf } from './testing/read-pdf';

const READING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all', 'content-export'];

let app: ContentApp;
let reads: { token?: string };
beforeAll(async () => {
  app = await startContent();
  reads = await app.given.user({ permissions: READING });
});
afterAll(() => app.close());

const printed = (of: string, from = app, { token } = reads) =>
  fetch(new URL(`/api/${of}/export/pdf`, from.api.baseUrl), { headers: { authorization: `Token ${token}` } });

async function readBack(of: string) {
  const answer = await printed(of);
  expect(answer.status).toBe(200);
  return { answer, ...(await readPdf(await answer.arrayBuffer())) };
}

/** Prints a page with a service that has other settings. */
async function readBackWith(environment: Record<string, string>, html: string) {
  const other = await startContent(environment);
  try {
    const user = await other.given.user({ permissions: READING });
    const answer = await printed(`pages/${(await other.given.page({ html })).id}`, other, user);
    return await readPdf(await answer.arrayBuffer());
  } finally {
    await other.close();
  }
}

describe('a PDF of a page', () => {
  it('is a file named after the slug', async () => {
    const { answer } = await readBack(`pages/${(await app.given.page({ slug: 'on-paper' })).id}`);
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''on-paper.pdf");
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1_000);
  });

  it('is measured with its duration in seconds', async () => {
    const seconds = async () => {
      const text = await metrics.getSingleMetricAsString('almanac_pdf_seconds');
      return Number(/^almanac_pdf_seconds_sum\{outcome="done"\} (\S+)$/m.exec(text)?.[1] ?? 0);
    };
    const [before, start] = [await seconds(), performance.now()];
    await readBack(`pages/${(await app.given.page()).id}`);
    await until(async () => (await seconds()) > before);
    expect((await seconds()) - before).toBeLessThanOrEqual((performance.now() - start) / 1_000);
  });

  it('has the title and the page number in its footer', async () => {
    const { pages } = await readBack(`pages/${(await app.given.page({ name: 'Titled' })).id}`);
    expect(pages[0]?.text).toMatch(/Titled 1 \/ 1/);
  });

  it('has selectable text of many scripts and embedded fonts', async () => {
    const { id } = await app.given.page({
      name: 'Scripts',
      html: '<p>Straße, Ελλάδα, Москва, <b>bold</b> and <i>slanted</i></p><p>مرحبا</p><p>नमस्ते</p><pre><code>let a = 1;</code></pre>',
    });
    const { text, fonts } = await readBack(`pages/${id}`);
    for (const word of ['Straße, Ελλάδα, Москва', 'let a = 1;']) expect(text).toContain(word);
    // A PDF stores these scripts with changed letter forms and not in reading order.
    expect(text.match(/\p{Script=Arabic}/gu)?.length).toBeGreaterThan(3);
    expect(text.match(/\p{Script=Devanagari}/gu)?.length).toBeGreaterThan(3);
    const ours = ['Sans-Regular', 'Sans-Bold', 'Sans-Italic', 'SansMono-Regular', 'SansArabic-Regular'].map(
      (name) => `Noto${name}`,
    );
    expect(fonts).toEqual(expect.arrayContaining(ours));
  });

  describe('with images', () => {
    beforeAll(async () => {
      const folder = path.join(app.storage, 'uploads/images/gallery/2026-11');
      await mkdir(folder, { recursive: true });
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
      for (const [name, size] of Object.entries({ small: 40, large: 2_000 }))
        await sharp({ create: { width: size, height: size, channels: 3, background: '#c00', noise } })
          .png()
          .toFile(path.join(folder, `${name}.png`));
    });
    const image = (name: string, more = '') =>
      `<p><img src="/uploads/images/gallery/2026-11/${name}.png" alt="${name}" ${more}></p>`;
    /** By width, because Chromium draws an icon of another size in place of a missing image. */
    const widthsIn = async (html: string) =>
      (await readBack(`pages/${(await app.given.page({ html })).id}`)).pages.flatMap(({ imageWidths }) => imageWidths);

    it('shows gallery images', async () => expect(await widthsIn(image('small'))).toEqual([40]));

    it('waits for large images and for lazy images far below', async () => {
      const html = `${image('large')}${'<p>Text</p>'.repeat(400)}${image('small', 'loading="lazy"')}`;
      expect(await widthsIn(html)).toEqual([2_000, 40]);
    });

    it('ignores an element with the name readyState when it waits for images', async () => {
      expect(await widthsIn(image('small', 'name="readyState" id="readyState"'))).toEqual([40]);
    });
  });

  it('uses A4 paper by default', async () => {
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
    expect(pages.flatMap(({ annotations }) => annotations.map(({ url }) => url))).toContain(
      'https://www.youtube.com/embed/x',
    );
  });

  it('returns 403 without the export permission', async () => {
    const { id } = await app.given.page();
    const answer = await app.api.as(await app.given.viewer()).get(`/api/pages/${id}/export/pdf`);
    expect(answer.body).toEqual(problem(403, 'You do not have permission to perform the requested action.'));
  });
});

it('a PDF of a book has a page per part, a linked table of contents and bookmarks', async () => {
  const book = await app.given.book({ name: 'Guide' });
  const chapter = await app.given.chapter({ bookId: book.id, name: 'First part', priority: 1 });
  await app.given.page({
    bookId: book.id,
    chapterId: chapter.id,
    name: 'Inner',
    html: '<h2 id="bkmrk-x">Detail</h2>',
    priority: 1,
  });
  await app.given.page({ bookId: book.id, name: 'Outer', priority: 2 });
  const { pages, bookmarks } = await readBack(`books/${book.id}`);
  expect(pages.map(({ text }) => /Guide|First part|Inner|Outer/.exec(text)?.[0])).toEqual([
    'Guide',
    'First part',
    'First part',
    'Outer',
  ]);
  expect(pages[0]?.annotations.filter(({ dest }) => dest !== undefined && dest !== null)).toHaveLength(3);
  expect(bookmarks).toEqual(expect.arrayContaining(['Guide', 'First part', 'Inner', 'Detail', 'Outer']));
});

describe('a printed page', () => {
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

  it('makes no network request, even with ALLOW_CONTENT_SCRIPTS', async () => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const html = `<p style="background: url(${url}/css)">Shown<img src="${url}/img"><script>fetch('${url}/fetch'); document.body.append('Ran')</script></p>
      <link rel="stylesheet" href="${url}/link"><object data="${url}/object"></object>
      <iframe src="file:///etc/passwd"></iframe><embed src="file:///etc/passwd">`;
    const { text } = await readBackWith({ ALLOW_CONTENT_SCRIPTS: 'true' }, html);
    expect(text).toContain('Shown');
    expect(text).not.toMatch(/Ran|root:/);
    expect(visits).toEqual([]);
  });
});

it('a PDF export that exceeds its timeout returns 503 with Retry-After', async () => {
  const hasty = await startContent({ EXPORT_PDF_TIMEOUT: '1' });
  try {
    // Little HTML with twenty thousand printed pages makes printing slow and keeps the preparation fast.
    const { id } = await hasty.given.page({ html: '<p style="height: 20000000px">Tall</p>' });
    const user = await hasty.given.user({ permissions: READING });
    const { status, headers, body } = await hasty.api.as(user).get(`/api/pages/${id}/export/pdf`);
    expect({ status, body }).toEqual({
      status: 503,
      body: problem(503, 'The PDF took too long to make. Try again in a minute.'),
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await hasty.close();
  }
});

it('a PDF uses letter paper when EXPORT_PAGE_SIZE is letter', async () => {
  const { pages } = await readBackWith({ EXPORT_PAGE_SIZE: 'letter' }, '<p>Text</p>');
  expect(pages[0]?.size).toEqual([612, 792]);
});
