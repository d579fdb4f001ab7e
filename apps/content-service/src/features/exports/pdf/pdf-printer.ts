import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { launchChromium, unpackedChromium } from '@almanac/chromium';
import { Problem } from '@almanac/errors';
import { detached, gauge, histogram } from '@almanac/observability';
import { Slots } from '@almanac/rate-limit';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { CDPSession } from 'puppeteer';
import { SETTINGS, type Settings } from '../../../config';
import { PrintFonts } from './fonts/print-fonts';
import { FIRST_PRINT, printDocument, type PrintOptions, printOptions } from './print-document';
import { PrintingBrowser } from './printing-browser';
import { ReadyPages } from './ready-pages';

/** Chromium runs many processes; more documents at once make each one slower. */
const AT_ONCE = 2;
const MAX_WAITING = 20;

const prints = histogram('almanac_pdf_seconds', 'How long PDF files were made, without their wait.', ['outcome']);

/** Prints HTML documents to PDF. A document has its own browser context, no network and no scripts. */
@Injectable()
export class PdfPrinter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(PdfPrinter.name);
  private readonly slots = new Slots(AT_ONCE, MAX_WAITING, 'Too many PDF files are being made at this moment.');
  private readonly pages: ReadyPages;
  private readonly options: PrintOptions;
  private readonly timeoutMs: number;
  private readonly isPackaged: boolean;

  constructor(
    private readonly fonts: PrintFonts,
    @Inject(SETTINGS) { pdf }: Settings,
  ) {
    const { executablePath, sandbox } = pdf;
    const launch = () => launchChromium({ executablePath, sandbox, fontFolders: fonts.folders });
    this.pages = new ReadyPages(new PrintingBrowser(launch, pdf.perBrowser), async (own) => {
      await buffer(printDocument(own, FIRST_PRINT, this.options));
    });
    this.options = printOptions(pdf.pageSize);
    this.timeoutMs = pdf.timeoutSeconds * 1000;
    this.isPackaged = pdf.executablePath === undefined;
    gauge('almanac_pdf_queue', 'PDF files that wait for their turn.', () => this.slots.queued);
  }

  /** Unpacks early: on a slow machine, it takes longer than callers wait for a file. */
  onApplicationBootstrap(): void {
    if (this.isPackaged) detached(unpackedChromium(), 'unpacking the browser');
  }

  /**
   * The PDF of an HTML document, in pieces.
   * @param caller waits for its turn among all callers
   * @param disconnect aborts all work when the caller disconnects
   * @param report is called at the end with the scripts that no font has
   * @throws Problem 503 when too many are waiting or it took too long, 500 when the browser failed
   */
  async *print(
    html: AsyncIterable<string>,
    caller: string,
    disconnect: AbortSignal,
    report: (missing: string[]) => void,
  ): AsyncGenerator<Uint8Array> {
    // Waits before it builds the document: no work is wasted, and few documents are in memory.
    const giveBack = await this.slots.take(disconnect, caller);
    const measure = prints.startTimer();
    let outcome = 'failed';
    try {
      const characters = yield* this.inTime(await text(Readable.from(html, { signal: disconnect })), disconnect);
      report(await this.fonts.missingFor(characters));
      outcome = 'done';
    } finally {
      measure({ outcome: disconnect.aborted ? 'left' : outcome });
      giveBack();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pages.close();
  }

  /**
   * On timeout or when the caller disconnects, closes the document's browser context; pending calls then fail at once.
   * @returns the characters of the printed text
   */
  private async *inTime(html: string, disconnect: AbortSignal): AsyncGenerator<Uint8Array, string> {
    let time: AbortSignal | undefined;
    const opening = this.pages.take();
    // A page that failed to open needs no closing; `Promise.race` below reports the failure.
    const close = () => void opening.then((own) => own.close()).catch(() => undefined);
    disconnect.addEventListener('abort', close);
    try {
      disconnect.throwIfAborted();
      const own = await Promise.race([opening, endOf(disconnect)]);
      // The time starts here: starting a browser has limits of its own.
      time = AbortSignal.timeout(this.timeoutMs);
      time.addEventListener('abort', close);
      yield* printDocument(own, html, this.options);
      return await readVisibleCharacters(own.session);
    } catch (failure) {
      disconnect.throwIfAborted();
      if (time?.aborted) throw this.tooSlow();
      // The cause is for the operator; the caller can only retry.
      this.logger.error(failure);
      throw new Problem(500, 'The PDF could not be made. Try again.');
    } finally {
      disconnect.removeEventListener('abort', close);
      close();
    }
  }

  private tooSlow(): Problem {
    this.logger.warn(`A PDF took longer than ${this.timeoutMs / 1000} seconds (EXPORT_PDF_TIMEOUT).`);
    return new Problem(503, 'The PDF took too long to make. Try again in a minute.', {
      headers: { 'Retry-After': '60' },
    });
  }
}

async function endOf(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw new Error('over');
}

/** More than any language has. It limits the work of the caller. */
const MAX_CHARACTERS = 20_000;

/** Reads the prototype's property: an element named `body` would shadow it on the document. Hidden text is no part of `innerText`. */
const VISIBLE_CHARACTERS = `Array.from(new Set(Reflect.get(Document.prototype, 'body', document).innerText)).slice(0, ${MAX_CHARACTERS}).join('')`;

/** Each character once that a document shows. */
async function readVisibleCharacters(session: CDPSession): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', { expression: VISIBLE_CHARACTERS, returnByValue: true });
  return String(result.value);
}
