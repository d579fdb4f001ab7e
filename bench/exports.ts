// `npm run bench:exports`: watches memory while it exports a book of 5,000 pages in each format and an archive of 500 MB. Compares PDF exports
// with the browser alone on the same document. Fails when memory grows with the book.
// `npm run bench:exports -- --pdf`: only the PDF files.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchChromium } from '@almanac/chromium';
import { onDatabase } from './seed/seeding-client';
import type { PDFOptions } from 'puppeteer';
import { Agent, fetch } from 'undici';
import { packagedFonts } from '../apps/content-service/src/features/exports/pdf/packaged-fonts';
import { printOptions } from '../apps/content-service/src/features/exports/pdf/print-options';
import type { BenchProcess } from './measuring/bench-process';
import { median } from './measuring/report';
import { inMegabytes, MEGABYTE, watchMemory } from './measuring/memory';
import { newToken, runBench, Stage, UNLIMITED } from './measuring/stage';
import { seedContent } from './seed/content';

const PAGES_OF_BOOK = 5_000;
const SMALL_BOOK = 1;
const LARGE_BOOK = 2;
/** Allows for garbage that is not collected yet, and for the cache of rendered pages, which takes up to 64 MB. */
const MAX_GROWTH = 300 * MEGABYTE;
const FILES = 10;
const FILE_BYTES = 50 * MEGABYTE;
const PDF_ROUNDS = 30;
/** Enough rounds for the engines of both programs to optimize their code. */
const WARM_ROUNDS = 10;
const PDF_AIM = 1.3;
const REST_MS = 1_000;

const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

async function bench(): Promise<void> {
  await Stage.run('exports', async (stage) => {
    const token = newToken();
    const env = await stage.contentSettings(token, UNLIMITED);
    await seedBooks(env.DATABASE_URL);
    const service = await stage.start('content-service', env);
    const download = exporter(service, token);
    if (!process.argv.includes('--pdf')) {
      await watchBooks(service, download);
      await watchArchive(service, download, stage.files, env.DATABASE_URL);
    }
    await comparePdf(download);
  });
}

type Download = (item: string, format: string) => Promise<Buffer>;

const exporter =
  (service: BenchProcess, token: string): Download =>
  async (item, format) => {
    const answer = await fetch(`${service.url}/api/${item}/export/${format}`, {
      dispatcher,
      headers: { authorization: `Token ${token}` },
    });
    if (!answer.ok) throw new Error(`${item} as ${format}: ${answer.status} ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  };

/** Creates two books, one of a hundred pages and one of 5,000. */
async function seedBooks(url: string): Promise<void> {
  await seedContent(url, 100 + PAGES_OF_BOOK);
  await inDatabase(url, `UPDATE pages SET book_id = ${LARGE_BOOK}, chapter_id = NULL WHERE book_id > ${LARGE_BOOK}`);
}

async function inDatabase(url: string, sql: string, values: unknown[] = []): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(sql, values);
  });
}

async function watchBooks(service: BenchProcess, download: Download): Promise<void> {
  for (const format of ['html', 'plaintext', 'markdown', 'zip']) {
    for (let warm = 0; warm < 3; warm += 1) await download(`books/${SMALL_BOOK}`, format);
    await watched(service, `book of ${PAGES_OF_BOOK} pages as ${format}`, () =>
      download(`books/${LARGE_BOOK}`, format),
    );
  }
}

async function watchArchive(service: BenchProcess, download: Download, storage: string, url: string): Promise<void> {
  mkdirSync(path.join(storage, 'uploads/files'), { recursive: true });
  for (let number = 1; number <= FILES; number += 1)
    writeFileSync(path.join(storage, `uploads/files/${number}.bin`), randomBytes(FILE_BYTES));
  await inDatabase(
    url,
    `INSERT INTO attachments (page_id, name, extension, external, path, "order")
     SELECT 1, 'Large ' || n, 'bin', false, 'uploads/files/' || n || '.bin', n FROM generate_series(1, $1::int) n`,
    [FILES],
  );
  await watched(service, `archive of ${FILES} files of ${inMegabytes(FILE_BYTES)} MB`, () =>
    download('pages/1', 'zip'),
  );
}

/** Counts the service's memory only: the download is held by this process. */
async function watched(service: BenchProcess, what: string, work: () => Promise<Buffer>): Promise<void> {
  const before = service.residentBytes() ?? 0;
  const { result, peakBytes, seconds } = await watchMemory(service, work);
  const growth = Math.max(0, peakBytes - before);
  console.log(
    `exports: ${what}: ${inMegabytes(result.length)} MB in ${seconds} s, at most ${inMegabytes(growth)} MB more memory`,
  );
  if (growth > MAX_GROWTH) throw new Error(`memory grew by ${inMegabytes(growth)} MB`);
}

/**
 * Compares a PDF over HTTP with printing its HTML in a warm browser, with the same fonts and options. Rounds alternate, so that other load on
 * the machine affects both alike. A rest before each lets the service prepare for the next request, as between real callers.
 * The last lines measure requests without that rest.
 */
async function comparePdf(download: Download): Promise<void> {
  const html = (await download('pages/9', 'html')).toString();
  const browser = await launchChromium({ fontFolders: packagedFonts() });
  try {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    const bare = async () => {
      await page.setContent(html);
      await page.pdf(inPuppeteersTerms(printOptions('a4')));
    };
    const ours = () => download('pages/9', 'pdf');
    console.log(`exports: the first PDF in ${(await milliseconds(ours)).toFixed(0)} ms`);
    const rested = async (work: () => Promise<unknown>) => {
      await sleep(REST_MS);
      return milliseconds(work);
    };
    for (let round = 0; round < WARM_ROUNDS; round += 1) for (const warm of [bare, ours]) await rested(warm);
    const times: { bare: number; ours: number }[] = [];
    for (let round = 0; round < PDF_ROUNDS; round += 1)
      times.push({ bare: await rested(bare), ours: await rested(ours) });
    for (const [name, of] of Object.entries({ 'half of the rounds': median, 'a quarter of the rounds': quartile })) {
      const [alone, whole] = [of(times.map((time) => time.bare)), of(times.map((time) => time.ours))];
      console.log(
        `exports: a page as PDF, ${name}: up to ${whole.toFixed(0)} ms, the browser alone ${alone.toFixed(0)} ms: ${(whole / alone).toFixed(2)} x (aim ${PDF_AIM} x)`,
      );
    }
    const inARow: number[] = [];
    for (let round = 0; round < PDF_ROUNDS; round += 1) inARow.push(await milliseconds(ours));
    console.log(`exports: in a row without a rest ${median(inARow).toFixed(0)} ms each`);
    await sleep(REST_MS);
    const four = await milliseconds(() => Promise.all([ours(), ours(), ours(), ours()]));
    console.log(`exports: four at once in ${four.toFixed(0)} ms`);
  } finally {
    await browser.close();
  }
}

const inPuppeteersTerms = (options: ReturnType<typeof printOptions>): PDFOptions => ({
  width: `${options.paperWidth}in`,
  height: `${options.paperHeight}in`,
  margin: {
    top: `${options.marginTop}in`,
    bottom: `${options.marginBottom}in`,
    left: `${options.marginLeft}in`,
    right: `${options.marginRight}in`,
  },
  printBackground: options.printBackground,
  displayHeaderFooter: options.displayHeaderFooter,
  headerTemplate: options.headerTemplate,
  footerTemplate: options.footerTemplate,
  outline: options.generateDocumentOutline,
  tagged: options.generateTaggedPDF,
});

/** Other load makes rounds slower, never faster, so on a busy machine the quartile is more reliable than the median. */
const quartile = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? Number.NaN;

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

runBench(bench);
