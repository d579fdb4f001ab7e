import { launchChromium } from '@almanac/chromium';
import type { Browser, Page } from 'puppeteer';
import { IN_EVERY_FRAME, JUDGE } from './judging-scripts';

const FRAMES_AT_ONCE = 100;

/** The result for one document. */
export interface Verdict {
  /** Scripts that ran, events that were handled, ids and names that were taken; empty if the document is harmless. */
  harm: string[];
  /** URLs of its images, media players and frames. */
  media: string[];
}

interface Verdicts {
  verdicts: Verdict[];
  /** Harm in nested frames that cannot be attributed to a document. */
  unattributed: string[];
}

export interface Judged extends Verdicts {
  /** The URLs of all requests that the documents caused. */
  requests: string[];
}

export interface Hosts {
  /** The URL of an empty page, in which all documents are shown. */
  site: string;
  /** The host to which requests are allowed, so that its server sees them. */
  open: string;
}

/** Shows documents in a real browser with scripts and without a policy. Triggers the events of a user and reports the effects. */
export class JudgingBrowser {
  private constructor(
    private readonly browser: Browser,
    private readonly hosts: Hosts,
  ) {}

  static async start(hosts: Hosts): Promise<JudgingBrowser> {
    const executablePath = process.env['PUPPETEER_EXECUTABLE_PATH'];
    return new JudgingBrowser(await launchChromium({ executablePath, network: 'open' }), hosts);
  }

  close = (): Promise<void> => this.browser.close();

  /** Shows each document in its own frame. With `pieces` the documents are also inserted as `innerHTML`, as applications do. */
  async judge(documents: readonly string[], { pieces }: { pieces: boolean }): Promise<Judged> {
    const judged: Judged = { verdicts: [], unattributed: [], requests: [] };
    for (let start = 0; start < documents.length; start += FRAMES_AT_ONCE) {
      const page = await this.open(judged.requests);
      const batch = JSON.stringify(documents.slice(start, start + FRAMES_AT_ONCE));
      const { verdicts, unattributed } = (await page.evaluate(`(${JUDGE})(${batch}, ${pieces})`)) as Verdicts;
      judged.verdicts.push(...verdicts);
      judged.unattributed.push(...unattributed);
      await page.close();
    }
    return judged;
  }

  private async open(requests: string[]): Promise<Page> {
    const page = await this.browser.newPage();
    page.setDefaultTimeout(0);
    await page.evaluateOnNewDocument(IN_EVERY_FRAME);
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const url = request.url();
      const answer = () => {
        if (url === this.hosts.site || /^(data|about):/.test(url)) return request.continue();
        requests.push(url.replace(/#.*$/, ''));
        return new URL(url).host === this.hosts.open ? request.continue() : request.abort();
      };
      void answer().catch(() => undefined);
    });
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    await page.goto(this.hosts.site);
    return page;
  }
}
