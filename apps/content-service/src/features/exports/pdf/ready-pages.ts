import { detached } from '@almanac/observability';
import { BrowserDisconnected, type OwnPage, type PrintingBrowser } from './printing-browser';

/** As many pages as `PdfPrinter` prints at once. */
const READY = 2;
/** An idle browser holds 300 MB; it is closed after this time. */
const IDLE_MS = 5 * 60_000;

/** A page that is being prepared. */
interface Preparation {
  page: Promise<OwnPage>;
  /** A caller waits for the page. The warm-up is skipped: it takes as long as printing. */
  isRequested: boolean;
}

/**
 * Pages of the printing browser, opened ahead of time: opening a page and its first print take longer than an ordinary document. They are
 * prepared while no document is printed. Each page serves one document.
 */
export class ReadyPages {
  private ready: Preparation[] = [];
  private inUse = 0;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param warmUp prints a sample without user content, because the first print of a page is slow */
  constructor(
    private readonly browser: PrintingBrowser,
    private readonly warmUp: (own: OwnPage) => Promise<unknown>,
  ) {}

  /**
   * A page for one document. The caller must close it, also after a failure.
   * @throws when no browser starts or the running one hangs, and after `close`
   */
  async take(): Promise<OwnPage> {
    clearTimeout(this.idle);
    this.inUse += 1;
    try {
      const own = await this.next();
      return { ...own, close: this.returning(own.close) };
    } catch (failure) {
      this.returned();
      throw failure;
    }
  }

  /** Closes all pages and aborts their work. No page can be opened afterwards. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.drop();
  }

  private async next(): Promise<OwnPage> {
    const preparation = this.ready.shift();
    if (!preparation) return this.openWithRetry();
    preparation.isRequested = true;
    const prepared = await preparation.page.catch(() => undefined);
    // The page may have died since, or its browser.
    return prepared && isThere(prepared) ? prepared : this.next();
  }

  private async openWithRetry(): Promise<OwnPage> {
    try {
      return await this.open();
    } catch (failure) {
      if (failure instanceof BrowserDisconnected) return this.open();
      throw failure;
    }
  }

  private async open(): Promise<OwnPage> {
    if (this.isClosed) throw new Error('printing has ended');
    return this.browser.open();
  }

  private returning(close: () => void): () => void {
    let isOpen = true;
    return () => {
      close();
      if (isOpen) this.returned();
      isOpen = false;
    };
  }

  private returned(): void {
    this.inUse -= 1;
    this.refill();
  }

  /** Prepares one page after the other, and only while no document is printed: preparing slows printing down. */
  private refill(): void {
    if (this.inUse > 0 || this.isClosed) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => detached(this.drop(), 'closing an idle browser'), IDLE_MS).unref();
    if (this.ready.length >= READY) return;
    const preparation: Preparation = {
      page: Promise.resolve().then(() => this.prepare(preparation)),
      isRequested: false,
    };
    this.ready.push(preparation);
    preparation.page.then(
      () => this.refill(),
      () => (this.ready = this.ready.filter((other) => other !== preparation)),
    );
  }

  private async prepare(preparation: Preparation): Promise<OwnPage> {
    const own = await this.open();
    try {
      if (!preparation.isRequested) await this.warmUp(own);
      return own;
    } catch (failure) {
      own.close();
      throw failure;
    }
  }

  private async drop(): Promise<void> {
    clearTimeout(this.idle);
    this.ready = [];
    await this.browser.close();
  }
}

const isThere = ({ page }: OwnPage): boolean => !page.isClosed() && page.browser().connected;
