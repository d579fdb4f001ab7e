import { detached } from '@almanac/observability';
import { callsOutside } from '@almanac/runtime';
import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer';

/** A browser that takes longer to open or close a page counts as hanging. It is killed, so that the next one can work. */
const ANSWERS_WITHIN_MS = 10_000;

interface Running {
  browser: Browser;
  /** Pages opened in total, and pages open now. */
  opened: number;
  open: number;
}

/** A page in its own browser context, for one document only. */
export interface OwnPage {
  readonly page: Page;
  /** DevTools session of the page, and the id of its main frame. */
  readonly session: CDPSession;
  readonly frameId: string;
  /** Closes the page and aborts its pending work. Idempotent. */
  readonly close: () => void;
}

/** The browser died before it opened a page. The caller can retry at once. */
export class BrowserDisconnected extends Error {}

/** One browser for all printing: started on demand, replaced when it crashed, hangs or has opened too many pages. */
export class PrintingBrowser {
  private current: Promise<Running> | undefined;
  private readonly all = new Set<Browser>();

  /** @param mostPages pages after which a new browser takes over, because each page adds to the memory of its browser */
  constructor(
    private readonly launch: () => Promise<Browser>,
    private readonly mostPages: number,
  ) {}

  /**
   * Opens a page without network and scripts.
   * @throws BrowserDisconnected when the running browser has died, which may show only on use
   * @throws when no browser starts, or the running one hangs
   */
  async open(): Promise<OwnPage> {
    callsOutside('a page of a browser');
    const running = await this.running();
    running.open += 1;
    running.opened += 1;
    if (this.isWorn(running)) this.current = undefined;
    const stopWatchdog = startWatchdog(running.browser);
    let context: BrowserContext | undefined;
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      this.release(running, context);
    };
    try {
      context = await running.browser.createBrowserContext();
      const page = await openIsolatedPage(context);
      // Calls on a crashed page would never settle.
      page.once('error', close);
      return { page, ...(await connectTo(page)), close };
    } catch (failure) {
      close();
      throw running.browser.connected ? failure : new BrowserDisconnected('the browser has gone', { cause: failure });
    } finally {
      stopWatchdog();
    }
  }

  /** Closes all browsers. The next page starts a new one. */
  async close(): Promise<void> {
    const starting = this.current;
    this.current = undefined;
    await starting?.catch(() => undefined);
    await Promise.all(Array.from(this.all, closeBrowser));
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
    // Not awaited. The context of a dead browser is closed already.
    context?.close().catch(() => undefined);
    if (running.open === 0 && this.isWorn(running)) detached(closeBrowser(running.browser), 'closing a worn browser');
  }

  private isWorn = ({ opened }: Running): boolean => opened >= this.mostPages;
}

function startWatchdog(browser: Browser): () => void {
  const hangs = setTimeout(() => browser.process()?.kill('SIGKILL'), ANSWERS_WITHIN_MS);
  return () => clearTimeout(hangs);
}

async function closeBrowser(browser: Browser): Promise<void> {
  const stopWatchdog = startWatchdog(browser);
  // A dead browser is closed already.
  await browser.close().catch(() => undefined);
  stopWatchdog();
}

async function connectTo(page: Page): Promise<Pick<OwnPage, 'session' | 'frameId'>> {
  const session = await page.createCDPSession();
  const { frameTree } = await session.send('Page.getFrameTree');
  return { session, frameId: frameTree.frame.id };
}

/** The browser has no network. In addition, the page may neither send requests nor run scripts. */
async function openIsolatedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.setJavaScriptEnabled(false);
  // The interception misses files that are fetched for later, and the offline mode misses frames.
  await page.setOfflineMode(true);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const harmless = request.url().startsWith('data:') || request.url() === 'about:blank';
    // The page may be closed; the printing call reports that.
    (harmless ? request.continue() : request.abort()).catch(() => undefined);
  });
  return page;
}
