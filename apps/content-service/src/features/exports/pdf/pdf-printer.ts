import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { launchChromium } from '@almanac/chromium';
import { Problem } from '@almanac/errors';
import { Slots } from '@almanac/rate-limit';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { BrowserContext, Page, PDFOptions } from 'puppeteer';
import { SETTINGS, type Settings } from '../../../config';
import { packagedFonts } from './packaged-fonts';
import { PrintingBrowser } from './printing-browser';

/** Chromium is many processes; more at once make each one slower. */
const AT_ONCE = 2;
const MOST_WAITING = 20;

const FOOTER = `<div style="color: #5b6770; display: flex; font: 8px 'Noto Sans', sans-serif; justify-content: space-between; margin: 0 15mm; width: 100%">
  <span class="title"></span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`;

/** Makes PDF files of HTML documents. What it prints reaches no network, runs no script and lives in a browser context of its own. */
@Injectable()
export class PdfPrinter implements OnApplicationShutdown {
  private readonly logger = new Logger(PdfPrinter.name);
  private readonly slots = new Slots(AT_ONCE, MOST_WAITING, 'Too many PDF files are being made at this moment.');
  private readonly browser: PrintingBrowser;
  private readonly options: PDFOptions;
  private readonly timeoutMs: number;

  constructor(@Inject(SETTINGS) { pdf }: Settings) {
    const fontFolders = [...packagedFonts(), ...pdf.fontFolders];
    this.browser = new PrintingBrowser(() => launchChromium({ executablePath: pdf.executablePath, sandbox: pdf.sandbox, fontFolders }));
    this.timeoutMs = pdf.timeoutSeconds * 1000;
    this.options = {
      format: pdf.pageSize,
      margin: { top: '18mm', bottom: '20mm', left: '15mm', right: '15mm' },
      printBackground: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: FOOTER,
      outline: true,
      tagged: true,
      timeout: 0,
    };
  }

  /**
   * The PDF of an HTML document.
   * @param gone ends everything at once when nobody wants the file any more
   * @throws Problem 503 when too many are waiting, 500 when it took too long or the browser failed
   */
  async print(html: AsyncIterable<string>, gone: AbortSignal): Promise<Uint8Array> {
    // Waits before the document is put together: nothing is done in vain, and only so many documents are in memory.
    const giveBack = await this.slots.take(gone);
    try {
      return await this.inTime(await text(Readable.from(html, { signal: gone })), gone);
    } finally {
      giveBack();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.browser.close();
  }

  /** When its time is over or nobody waits, the document's browser context ends, and everything that is going on in it fails at once. */
  private async inTime(html: string, gone: AbortSignal): Promise<Uint8Array> {
    const { browser, done } = await this.browser.take().catch((failure: unknown) => this.refuse(failure));
    let context: BrowserContext | undefined;
    const time = AbortSignal.timeout(this.timeoutMs);
    const over = AbortSignal.any([time, gone]);
    over.addEventListener('abort', () => close(context));
    try {
      context = await browser.createBrowserContext();
      // Its end may have come while there was nothing to close yet.
      over.throwIfAborted();
      const page = await context.newPage();
      await closeToTheWorld(page);
      await page.setContent(html, { waitUntil: 'load', timeout: 0 });
      return await page.pdf(this.options);
    } catch (failure) {
      gone.throwIfAborted();
      return time.aborted ? tooLate() : this.refuse(failure);
    } finally {
      close(context);
      done();
    }
  }

  /** Why it failed is for the operator; the caller can only try again. */
  private refuse(failure: unknown): never {
    this.logger.error(failure);
    throw new Problem(500, 'The PDF could not be made. Try again.');
  }
}

/** Nobody waits for it, and a context of a browser that is gone is closed already. */
const close = (context: BrowserContext | undefined): void => void context?.close().catch(() => undefined);

/** The browser has no network; a page is not even let ask for one, and may not run anything. */
async function closeToTheWorld(page: Page): Promise<void> {
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const harmless = request.url().startsWith('data:') || request.url() === 'about:blank';
    void (harmless ? request.continue() : request.abort()).catch(() => undefined);
  });
}

function tooLate(): never {
  throw new Problem(500, 'The PDF took too long to make.');
}
