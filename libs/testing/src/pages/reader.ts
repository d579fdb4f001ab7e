import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, HTTPResponse, Page } from 'puppeteer';
import { requireValidPage } from './page-faults';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const LOOKS = [
  [DESKTOP, 'light'],
  [DESKTOP, 'dark'],
  [PHONE, 'light'],
  [PHONE, 'dark'],
] as const;

/** These scripts are strings because they run in the page, where the types of this project do not apply. */
const axeFaults = (foreign: string) =>
  `axe.run({ exclude: ${JSON.stringify([foreign])} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`;
const IS_TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/** Folder for screenshots of all pages; without it none are taken. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

/** @throws Error for a page that is not valid HTML. A link within the page brings no response. */
async function requireValid(response: HTTPResponse | null): Promise<void> {
  if (!response) return;
  // The browser drops the text of a page that has sent it elsewhere by itself.
  const html = await response.text().catch(() => undefined);
  if (html !== undefined) await requireValidPage(response.url(), new Headers(response.headers()), html);
}

/** A user of a real browser who finds fields and buttons by their accessible names, like users of a screen reader. */
export class Reader {
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
    return new Reader(context, page, baseUrl, scripts);
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

  async groundColour(): Promise<string> {
    return String(await this.page.evaluate('getComputedStyle(document.body).backgroundColor'));
  }

  /**
   * Accessibility violations and overflow of the current page, in each size and colour scheme of `LOOKS`; empty if there are none.
   * @param foreign selector of a packaged component, whose own markup is not ours to judge
   */
  async faults(name: string, foreign = 'no-such-element'): Promise<string[]> {
    if (!this.hasScripts) return [];
    const found: string[] = [];
    // Loaded here, because most test files open no browser.
    const { default: axe } = await import('axe-core');
    await this.page.evaluate(axe.source);
    for (const [viewport, scheme] of LOOKS) {
      await this.page.setViewport(viewport);
      await this.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await this.picture(`${name}-${viewport.width}-${scheme}`);
      found.push(...((await this.page.evaluate(axeFaults(foreign))) as string[]));
      if ((await this.page.evaluate(IS_TOO_WIDE)) === true) found.push(`wider than ${viewport.width}`);
    }
    await this.page.setViewport(DESKTOP);
    return [...new Set(found)];
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
