import { detached } from '@almanac/observability';
import { BrowserGone, type OwnPage, type PrintingBrowser } from './printing-browser';

/** As many as print at once. */
const READY = 2;
/** 300 MB need not be kept for a feature that nobody uses. */
const IDLE_MS = 5 * 60_000;

/** A page on its way, and what came of it. */
interface Preparation {
  page: Promise<OwnPage>;
  /** Somebody waits for it: it needs no warming up, which would take as long as to print. */
  wanted: boolean;
}

/**
 * Pages of the printing browser that are made ready ahead of time: to open one, and to print for the first time, takes longer than an
 * ordinary document. They are made while nobody prints, and each is for one document.
 */
export class ReadyPages {
  private ready: Preparation[] = [];
  private inUse = 0;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param warmUp lets a page do once what takes long the first time, with nothing of anybody's */
  constructor(
    private readonly browser: PrintingBrowser,
    private readonly warmUp: (own: OwnPage) => Promise<unknown>,
  ) {}

  /**
   * A page for one document. It must be closed, whatever becomes of the document.
   * @throws when no browser starts or the one there is hangs, and after `close`
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

  /** Ends everything that goes on in any page; nothing is opened any more. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.drop();
  }

  private async next(): Promise<OwnPage> {
    const preparation = this.ready.shift();
    if (!preparation) return this.openForSomebody();
    preparation.wanted = true;
    const prepared = await preparation.page.catch(() => undefined);
    // It may have gone since, with its browser.
    return prepared && isThere(prepared) ? prepared : this.next();
  }

  private async openForSomebody(): Promise<OwnPage> {
    try {
      return await this.open();
    } catch (failure) {
      if (failure instanceof BrowserGone) return this.open();
      throw failure;
    }
  }

  private async open(): Promise<OwnPage> {
    if (this.isClosed) throw new Error('printing has ended');
    return this.browser.open();
  }

  private returning(close: () => void): () => void {
    let isTaken = true;
    return () => {
      close();
      if (isTaken) this.returned();
      isTaken = false;
    };
  }

  private returned(): void {
    this.inUse -= 1;
    this.refill();
  }

  /** One after the other, and only while nobody prints, whom it would slow down. */
  private refill(): void {
    if (this.inUse > 0 || this.isClosed) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => detached(this.drop(), 'closing an idle browser'), IDLE_MS).unref();
    if (this.ready.length >= READY) return;
    const preparation: Preparation = { page: Promise.resolve().then(() => this.prepare(preparation)), wanted: false };
    this.ready.push(preparation);
    preparation.page.then(
      () => this.refill(),
      () => (this.ready = this.ready.filter((other) => other !== preparation)),
    );
  }

  private async prepare(preparation: Preparation): Promise<OwnPage> {
    const own = await this.open();
    try {
      if (!preparation.wanted) await this.warmUp(own);
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
