import { detached } from '@almanac/observability';
import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer';

/** A browser that neither opens a page nor closes within this time hangs. It is killed, so that the next one can work. */
const ANSWERS_WITHIN_MS = 10_000;

interface Running {
  browser: Browser;
  /** Pages that it ever opened, and those that are open now. */
  opened: number;
  open: number;
}

/** A page in a browser context of its own, which nobody used before and nobody uses afterwards. */
export interface OwnPage {
  readonly page: Page;
  /** How it is spoken to in the browser's own terms, and what its document is called there. */
  readonly session: CDPSession;
  readonly frameId: string;
  /** Ends it, and all that is going on in it. May be called more than once. */
  readonly close: () => void;
}

/** The browser died before a page of it was there. The next one can be tried at once. */
export class BrowserGone extends Error {}

/** One browser for all printing: started when it is wanted, replaced when it crashed, hangs or is worn out. */
export class PrintingBrowser {
  private current: Promise<Running> | undefined;
  private readonly all = new Set<Browser>();

  /** @param mostPages a browser takes memory with every page that it opens; after so many a fresh one takes over */
  constructor(
    private readonly launch: () => Promise<Browser>,
    private readonly mostPages: number,
  ) {}

  /**
   * A page that reaches nobody and runs nothing.
   * @throws BrowserGone when the one there is has died, which may be noticed only when it is spoken to
   * @throws when no browser starts, or the one there is hangs
   */
  async open(): Promise<OwnPage> {
    const running = await this.running();
    running.open += 1;
    running.opened += 1;
    if (this.isWorn(running)) this.current = undefined;
    const answered = expectAnswer(running.browser);
    let context: BrowserContext | undefined;
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      this.release(running, context);
    };
    try {
      context = await running.browser.createBrowserContext();
      const page = await closedPage(context);
      // Whoever waits for a page that crashed would wait for ever.
      page.once('error', close);
      return { page, ...(await spokenTo(page)), close };
    } catch (failure) {
      close();
      throw running.browser.connected ? failure : new BrowserGone('the browser has gone', { cause: failure });
    } finally {
      answered();
    }
  }

  /** Ends everything. The next page gets a new browser. */
  async close(): Promise<void> {
    const starting = this.current;
    this.current = undefined;
    await starting?.catch(() => undefined);
    await Promise.all(Array.from(this.all, closed));
  }

  private running(): Promise<Running> {
    if (this.current) return this.current;
    const starting = this.launch().then((browser) => ({ browser, opened: 0, open: 0 }));
    const forget = () => {
      if (this.current === starting) this.current = undefined;
    };
    starting.then(({ browser }) => {
      this.all.add(browser);
      browser.once('disconnected', () => {
        this.all.delete(browser);
        forget();
      });
    }, forget);
    this.current = starting;
    return starting;
  }

  private release(running: Running, context: BrowserContext | undefined): void {
    running.open -= 1;
    // Nobody waits for it, and a context of a browser that is gone is closed already.
    context?.close().catch(() => undefined);
    if (running.open === 0 && this.isWorn(running)) detached(closed(running.browser), 'closing a worn browser');
  }

  private isWorn = ({ opened }: Running): boolean => opened >= this.mostPages;
}

function expectAnswer(browser: Browser): () => void {
  const hangs = setTimeout(() => browser.process()?.kill('SIGKILL'), ANSWERS_WITHIN_MS);
  return () => clearTimeout(hangs);
}

async function closed(browser: Browser): Promise<void> {
  const answered = expectAnswer(browser);
  // One that has gone is closed already.
  await browser.close().catch(() => undefined);
  answered();
}

async function spokenTo(page: Page): Promise<Pick<OwnPage, 'session' | 'frameId'>> {
  const session = await page.createCDPSession();
  const { frameTree } = await session.send('Page.getFrameTree');
  return { session, frameId: frameTree.frame.id };
}

/** The browser has no network; a page is not even let ask for one, and may not run anything. */
async function closedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const harmless = request.url().startsWith('data:') || request.url() === 'about:blank';
    // The page may be gone, which whoever prints it is told.
    (harmless ? request.continue() : request.abort()).catch(() => undefined);
  });
  return page;
}
