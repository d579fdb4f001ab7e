import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { launchChromium, unpackedChromium } from '@almanac/chromium';
import { Problem } from '@almanac/errors';
import { detached } from '@almanac/observability';
import { Slots } from '@almanac/rate-limit';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { packagedFonts } from './packaged-fonts';
import { printDocument, type PrintOptions } from './print-document';
import { FIRST_PRINT, printOptions } from './print-options';
import { PrintingBrowser } from './printing-browser';
import { ReadyPages } from './ready-pages';

/** Chromium is many processes; more at once make each one slower. */
const AT_ONCE = 2;
const MOST_WAITING = 20;

/** Makes PDF files of HTML documents. What it prints reaches no network, runs no script and lives in a browser context of its own. */
@Injectable()
export class PdfPrinter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(PdfPrinter.name);
  private readonly slots = new Slots(AT_ONCE, MOST_WAITING, 'Too many PDF files are being made at this moment.');
  private readonly pages: ReadyPages;
  private readonly options: PrintOptions;
  private readonly timeoutMs: number;
  private readonly isPackaged: boolean;

  constructor(@Inject(SETTINGS) { pdf }: Settings) {
    const fontFolders = [...packagedFonts(), ...pdf.fontFolders];
    const launch = () => launchChromium({ executablePath: pdf.executablePath, sandbox: pdf.sandbox, fontFolders });
    this.pages = new ReadyPages(new PrintingBrowser(launch, pdf.perBrowser), async (own) => {
      await buffer(printDocument(own, FIRST_PRINT, this.options));
    });
    this.options = printOptions(pdf.pageSize);
    this.timeoutMs = pdf.timeoutSeconds * 1000;
    this.isPackaged = pdf.executablePath === undefined;
  }

  /** On a slow machine, unpacking takes longer than anybody waits for a file. */
  onApplicationBootstrap(): void {
    if (this.isPackaged) detached(unpackedChromium(), 'unpacking the browser');
  }

  /**
   * The PDF of an HTML document, in pieces.
   * @param gone ends everything at once when nobody wants the file any more
   * @throws Problem 503 when too many are waiting or it took too long, 500 when the browser failed
   */
  async *print(html: AsyncIterable<string>, gone: AbortSignal): AsyncGenerator<Uint8Array> {
    // Waits before the document is put together: nothing is done in vain, and only so many documents are in memory.
    const giveBack = await this.slots.take(gone);
    try {
      yield* this.inTime(await text(Readable.from(html, { signal: gone })), gone);
    } finally {
      giveBack();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pages.close();
  }

  /** When its time is over or nobody waits, the document's browser context ends, and everything that is going on in it fails at once. */
  private async *inTime(html: string, gone: AbortSignal): AsyncGenerator<Uint8Array> {
    let time: AbortSignal | undefined;
    const taken = this.pages.take();
    // A page that could not be had needs no closing; the reader below is told why.
    const close = () => void taken.then((own) => own.close()).catch(() => undefined);
    gone.addEventListener('abort', close);
    try {
      gone.throwIfAborted();
      const own = await Promise.race([taken, endOf(gone)]);
      // Starting a browser is no work on this document, and has limits of its own.
      time = AbortSignal.timeout(this.timeoutMs);
      time.addEventListener('abort', close);
      yield* printDocument(own, html, this.options);
    } catch (failure) {
      gone.throwIfAborted();
      if (time?.aborted) throw this.tooSlow();
      // Why it failed is for the operator; the caller can only try again.
      this.logger.error(failure);
      throw new Problem(500, 'The PDF could not be made. Try again.');
    } finally {
      gone.removeEventListener('abort', close);
      close();
    }
  }

  private tooSlow(): Problem {
    this.logger.warn(`A PDF took longer than ${this.timeoutMs / 1000} seconds (EXPORT_PDF_TIMEOUT).`);
    return new Problem(503, 'The PDF took too long to make. Try again in a minute.', { headers: { 'Retry-After': '60' } });
  }
}

async function endOf(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw new Error('over');
}
