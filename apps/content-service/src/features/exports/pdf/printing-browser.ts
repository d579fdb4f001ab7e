import type { Browser } from 'puppeteer';

/** A browser takes memory with every document that it prints; after so many a fresh one takes over. */
const MOST_DOCUMENTS = 200;
/** 300 MB need not be kept for a feature that nobody uses. */
const IDLE_MS = 5 * 60_000;

interface Running {
  browser: Browser;
  documents: number;
  active: number;
}

/** One browser for all printing: started when it is wanted, replaced when it crashed or is worn out, closed when nobody prints. */
export class PrintingBrowser {
  private current: Promise<Running> | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly launch: () => Promise<Browser>) {}

  /** A running browser, and what must be called when its document is done. */
  async take(): Promise<{ browser: Browser; done: () => void }> {
    clearTimeout(this.idle);
    const running = await this.running();
    running.active += 1;
    running.documents += 1;
    if (running.documents >= MOST_DOCUMENTS) this.current = undefined;
    return { browser: running.browser, done: () => this.release(running) };
  }

  async close(): Promise<void> {
    clearTimeout(this.idle);
    const closing = this.current;
    this.current = undefined;
    await closing?.then(({ browser }) => browser.close()).catch(() => undefined);
  }

  private running(): Promise<Running> {
    if (this.current) return this.current;
    const starting = this.launch().then((browser) => ({ browser, documents: 0, active: 0 }));
    const forget = () => {
      if (this.current === starting) this.current = undefined;
    };
    starting.then(({ browser }) => browser.once('disconnected', forget), forget);
    this.current = starting;
    return starting;
  }

  private release(running: Running): void {
    running.active -= 1;
    if (running.active > 0) return;
    if (running.documents >= MOST_DOCUMENTS) void running.browser.close().catch(() => undefined);
    else {
      clearTimeout(this.idle);
      this.idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }
}
