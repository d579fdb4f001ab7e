import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, HTTPResponse, Page } from 'puppeteer';
import { MISFITS, OPEN_FOLDS } from './misfits';
import { requireValidHtml } from './html-faults';

const DESKTOP = { width: 1280, height: 800 };
/** Hardly wide enough for tables. Narrower pages show a card for each row. */
const TABLET = { width: 720, height: 1024 };
const PHONE = { width: 390, height: 844 };
/** The narrowest page that must be readable without scrolling sideways (WCAG 1.4.10). */
const SMALL_PHONE = { width: 320, height: 640 };
const SCHEMES = ['light', 'dark'] as const;

const OWN_LINKS = `[...document.querySelectorAll('a[href]')].filter(({ origin }) => origin === location.origin)
  .map(({ pathname, search }) => pathname + search)`;
const NOTHING = 'no-such-element';
const MAX_STOPS = 80;
const NAME_OF_FOCUSED = `(({ innerText, labels, ariaLabel }) =>
  ariaLabel ?? labels?.[0]?.innerText.trim() ?? innerText ?? '')(document.activeElement)`;
const NEXT_FRAME = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))';

/** These scripts are strings because they run in the page, where the types of this project do not apply. */
const axeFaults = (foreign: string) => `{
  const closeFolds = (${OPEN_FOLDS})();
  axe.run({ exclude: ${JSON.stringify([foreign])} }).finally(closeFolds)
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')));
}`;

/** Folder for screenshots of all pages; without it none are taken. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

/** @throws Error for a page that is not valid HTML. A link within the page brings no response. */
async function requireValid(response: HTTPResponse | null): Promise<void> {
  if (!response) return;
  // The browser drops the text of a page that has sent it elsewhere by itself.
  const html = await response.text().catch(() => undefined);
  if (html !== undefined) await requireValidHtml(response.url(), new Headers(response.headers()), html);
}

/** A user of a real browser who finds fields and buttons by their accessible names, like users of a screen reader. */
export class Reader {
  private readonly errors: string[] = [];

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly baseUrl: string,
    private readonly hasScripts: boolean,
  ) {}

  static async at(browser: Browser, baseUrl: string, { scripts }: { scripts: boolean }): Promise<Reader> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    // No time-out here: Jest ends a test that hangs.
    page.setDefaultTimeout(0);
    await page.setViewport(DESKTOP);
    await page.setJavaScriptEnabled(scripts);
    const reader = new Reader(context, page, baseUrl, scripts);
    page.on('pageerror', (error) => reader.errors.push(String(error)));
    return reader;
  }

  close = (): Promise<void> => this.context.close();

  async open(target: string): Promise<void> {
    await requireValid(await this.page.goto(new URL(target, this.baseUrl).href));
  }

  async fill(fields: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(fields)) {
      const field = await this.named(name, 'textbox', 'searchbox', 'combobox');
      await field.focus();
      await this.selectAll();
      await field.type(text);
    }
  }

  /** Clicks a button or a link that loads another page. */
  async press(name: string, role: 'button' | 'link' = 'button'): Promise<void> {
    const target = await this.named(name, role);
    const [response] = await Promise.all([this.page.waitForNavigation(), target.click()]);
    await requireValid(response);
  }

  /** Presses Tab until the link, button or field whose name starts so has the focus. */
  async tabTo(name: string): Promise<void> {
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      if (String(await this.page.evaluate(NAME_OF_FOCUSED)).startsWith(name)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach “${name}” at ${this.path}`);
  }

  /** Presses Enter at a link or button that loads another page. */
  async enter(): Promise<void> {
    await Promise.all([this.page.waitForNavigation(), this.page.keyboard.press('Enter')]);
  }

  async logIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.open('/login');
    await this.fill({ 'E-mail': email, Password: password });
    await this.press('Log in');
  }

  get path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  async text(selector = 'main'): Promise<string> {
    return String(await this.page.evaluate(`document.querySelector(${JSON.stringify(selector)}).innerText`));
  }

  /** Path and query of each link of the page to its own site. */
  async links(): Promise<string[]> {
    return (await this.page.evaluate(OWN_LINKS)) as string[];
  }

  async groundColour(): Promise<string> {
    return String(await this.page.evaluate('getComputedStyle(document.body).backgroundColor'));
  }

  /**
   * Accessibility violations (with all folds open) and misfits of the current page, in each size and colour scheme, and errors of scripts since the
   * last call; empty if there are none.
   * @param foreign selector of a packaged component, whose own markup is not ours to judge
   */
  async faults(name: string, foreign = NOTHING): Promise<string[]> {
    if (!this.hasScripts) return [];
    // Loaded here, because most test files open no browser.
    const { default: axe } = await import('axe-core');
    await this.page.evaluate(axe.source);
    const violations = await this.inEachLook([DESKTOP, SMALL_PHONE], axeFaults(foreign));
    return [...this.errors.splice(0), ...violations, ...(await this.misfits(name, foreign))];
  }

  /** Parts of the current page that do not fit, in each size and colour scheme; see `MISFITS`. */
  misfits(name: string, foreign = NOTHING): Promise<string[]> {
    return this.inEachLook([DESKTOP, TABLET, PHONE, SMALL_PHONE], `(${MISFITS})(${JSON.stringify(foreign)})`, name);
  }

  /** The results of the script, each with the width at which it appears first. */
  private async inEachLook(viewports: (typeof DESKTOP)[], script: string, name?: string): Promise<string[]> {
    const found = new Map<string, number>();
    for (const viewport of viewports) {
      await this.page.setViewport(viewport);
      // Scripts of the page follow its size with the next frame.
      await this.page.evaluate(NEXT_FRAME);
      for (const scheme of SCHEMES) {
        await this.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        if (name !== undefined) await this.picture(`${name}-${viewport.width}-${scheme}`);
        for (const fault of (await this.page.evaluate(script)) as string[])
          if (!found.has(fault)) found.set(fault, viewport.width);
      }
    }
    await this.page.setViewport(DESKTOP);
    return [...found].map(([fault, width]) => `${width} px: ${fault}`);
  }

  private async picture(name: string): Promise<void> {
    if (SCREENSHOTS === undefined) return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
  }

  /** Selects the text, so that typing replaces it. A triple click would not be recognized as such on a busy machine. */
  private async selectAll(): Promise<void> {
    const { keyboard } = this.page;
    await keyboard.down('Control');
    await keyboard.press('KeyA', { commands: ['SelectAll'] });
    await keyboard.up('Control');
  }

  private async named(name: string, ...roles: string[]) {
    for (const role of roles) {
      const found = await this.page.$(`::-p-aria([name="${name}"][role="${role}"])`);
      if (found) return found;
    }
    throw new Error(`${this.path} has no ${roles.join(' or ')} with the name “${name}”: ${await this.text('body')}`);
  }
}
