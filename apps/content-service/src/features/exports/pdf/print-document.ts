import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Protocol } from 'puppeteer';
import type { Settings } from '../../../config';
import { EXPORT_STYLESHEET, PRINT_STYLESHEET } from '../formats/html-export';
import type { OwnPage } from './printing-browser';

export type PrintOptions = Omit<Protocol.Page.PrintToPDFRequest, 'transferMode'>;

/**
 * Characters of HTML. Shorter documents arrive as one message, which is faster; a longer one would take several times its size in memory.
 */
const MAX_IN_ONE_MESSAGE = 500_000;

/**
 * Shows a document with all its embedded content in a browser page, and yields its PDF in pieces.
 *
 * Uses the DevTools protocol, which takes a fifth less time than puppeteer's `setContent` and `pdf`. Puppeteer writes the document by a
 * script, always waits for loading and for web fonts, and reads each file from the browser's disk.
 */
export async function* printDocument(
  { session, frameId }: OwnPage,
  html: string,
  options: PrintOptions,
): AsyncGenerator<Uint8Array> {
  await session.send('Page.setDocumentContent', { frameId, html });
  if (EMBEDDED.test(html)) await allLoaded(session);
  const isShort = html.length < MAX_IN_ONE_MESSAGE;
  const file = await session.send('Page.printToPDF', {
    ...options,
    transferMode: isShort ? 'ReturnAsBase64' : 'ReturnAsStream',
  });
  if (isShort) yield Buffer.from(file.data, 'base64');
  else if (file.stream !== undefined) yield* piecesOf(session, file.stream);
}

/** Exports load nothing external: a document without data URIs is complete as soon as it is set. */
const EMBEDDED = /data:;?\w/i;

/** Reads the prototype's property: an element named `readyState` would shadow it on the document. */
const LOADED = `Reflect.get(Document.prototype, 'readyState', document) === 'complete'`;

/** Polls, because a closed page never emits its load event, but a query on it fails. */
async function allLoaded(session: CDPSession): Promise<void> {
  while ((await session.send('Runtime.evaluate', { expression: LOADED })).result.value !== true) await sleep(10);
}

async function* piecesOf(session: CDPSession, handle: string): AsyncGenerator<Uint8Array> {
  for (let ended = false; !ended;) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle });
    yield Buffer.from(data, base64Encoded ? 'base64' : 'latin1');
    ended = eof;
  }
  await session.send('IO.close', { handle });
}

/** Footer of each sheet; the browser fills in the title and the page numbers. */
const FOOTER = `<div style="color: #5b6770; display: flex; font: 9px 'Noto Sans', sans-serif; justify-content: space-between; margin: 0 15mm; width: 100%">
  <span class="title"></span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`;

const PAPER: Record<Settings['pdf']['pageSize'], { paperWidth: number; paperHeight: number }> = {
  a4: { paperWidth: inches(210), paperHeight: inches(297) },
  letter: { paperWidth: 8.5, paperHeight: 11 },
};

/** Chromium's print options for exports. */
export const printOptions = (size: Settings['pdf']['pageSize']) =>
  ({
    ...PAPER[size],
    marginTop: inches(18),
    marginBottom: inches(20),
    marginLeft: inches(15),
    marginRight: inches(15),
    printBackground: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: FOOTER,
    generateDocumentOutline: true,
    generateTaggedPDF: true,
  }) satisfies PrintOptions;

function inches(millimetres: number): number {
  return millimetres / 25.4;
}

const SAMPLE = `The quick brown fox jumps over the lazy dog. 0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ .,:;!?()[]{}"'+-*/=%
  the of and to in is it that for on with as are this be by or from at not have you can if which will all one use has page new time other`;

/** Warm-up document of a new page. Chromium looks up fonts and shapes glyphs on first use; this uses those of nearly all documents. */
export const FIRST_PRINT = `<!doctype html><title>A</title><style>${EXPORT_STYLESHEET}${PRINT_STYLESHEET}</style><h1>${SAMPLE}</h1><h2>${SAMPLE}</h2>
  <p>${SAMPLE} <b>${SAMPLE}</b> <i>${SAMPLE}</i> <a href="#a">a</a></p><pre><code>${SAMPLE}</code></pre><ul><li>${SAMPLE}</li></ul>
  <table><tr><th>${SAMPLE}</th><td>${SAMPLE}</td></tr></table>`;
